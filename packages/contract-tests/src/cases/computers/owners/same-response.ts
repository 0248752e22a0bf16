import { problemWords } from "../../../conformance/problem-words.ts";
import type { Exchange } from "../../../http/exchange.ts";
import { missingId } from "../computer-fixtures.ts";

/** Header fields that depend on the connection, on the time or on the length of the ID. */
const ownHeaders = [
  "connection",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "x-request-id",
  "server-timing",
  "x-process-time",
  "x-response-time",
  "x-runtime",
];

/** A part of a response, by the name of its header field. */
interface Telling {
  readonly name: string;
  readonly value: string | undefined;
  readonly usual: string | undefined;
}

/**
 * Returns a part that tells the responses for an ID from those for {@link missingId}: the status with the words of
 * the problem, or a header field. A part with another value in some response, such as a time, tells nothing.
 */
export function tellingPart(
  id: string,
  responses: readonly [Exchange, ...Exchange[]],
  missing: readonly [Exchange, ...Exchange[]],
): Telling | undefined {
  const [ones, others] = [responses.map(partsOf), missing.map(partsOf)];
  const names = new Set([...ones, ...others].flatMap((parts) => [...parts.keys()]));
  for (const name of names) {
    const [values, usuals] = [ones, others].map((all) => [...new Set(all.map((parts) => parts.get(name)))]);
    if (values?.length !== 1 || usuals?.length !== 1) continue;
    const [[value], [usual]] = [values, usuals];
    if (!isSame(id, [value, responses[0].url], [usual, missing[0].url])) return { name, value, usual };
  }
  return undefined;
}

function partsOf({ status, json, headers }: Exchange): ReadonlyMap<string, string> {
  const fields = [...headers].filter(([name]) => !ownHeaders.includes(name));
  return new Map([["the response", `${status} ${JSON.stringify(problemWords(json))}`], ...fields]);
}

/** A part of a response, and the path that was requested. */
type Part = readonly [text: string | undefined, url: string];

/**
 * Whether a part of the response for an ID differs from that for {@link missingId} only in the ID or the path that it
 * names. Only the unknown ID is looked for: any other may be a word of the text, or one of its numbers.
 */
function isSame(id: string, [text, url]: Part, [usual, missingUrl]: Part): boolean {
  if (text === usual) return true;
  const quoted = (one: string) => JSON.stringify(one).slice(1, -1);
  // Both responses may name the path that was requested, or none; and the ID as it was sent, or decoded. Once the
  // path is replaced, the unknown ID may still stand elsewhere; where a service writes the unknown path itself, only
  // the ID is replaced.
  const spellings = [
    [missingUrl, id],
    [missingUrl, encodeURIComponent(id)],
    [url, id],
  ] as const;
  return spellings.some(
    ([path, written]) =>
      usual?.replaceAll(missingUrl, () => path).replaceAll(missingId, () => quoted(written)) === text,
  );
}
