import { problemWords } from "../../conformance/problem-words.ts";
import type { Exchange } from "../../http/exchange.ts";
import { missingId } from "./computer-fixtures.ts";

/** Header fields that depend on the connection, on the time or on the length of the ID. */
const ownHeaders = ["connection", "content-length", "date", "etag", "keep-alive", "x-request-id"];

/** Formats the status and the problem of a response, without the parts that belong to one request. */
export function shownResponse({ status, json }: Exchange): string {
  return `${status} ${JSON.stringify(problemWords(json))}`;
}

/** Whether a response for an ID has the status and the words of the one for {@link missingId}. */
export function saysTheSame(id: string, response: Exchange, missing: Exchange): boolean {
  const [one, other] = [response, missing].map(({ status, json }) => [status, problemWords(json)]);
  return isSame(id, { value: one, url: response.url }, { value: other, url: missing.url });
}

/**
 * Returns a header field that tells the responses for an ID from those for {@link missingId}. A field with another value
 * in every response, such as a time, tells nothing.
 */
export function tellingHeader(
  id: string,
  responses: readonly [Exchange, ...Exchange[]],
  missing: readonly [Exchange, ...Exchange[]],
): string | undefined {
  const names = new Set([...responses, ...missing].flatMap(({ headers }) => [...headers.keys()]));
  const valuesIn = (all: readonly Exchange[], name: string) =>
    new Set(all.map(({ headers }) => headers.get(name)));
  return [...names].find((name) => {
    const [ones, others] = [valuesIn(responses, name), valuesIn(missing, name)];
    const isSteady = ones.size === 1 && others.size === 1;
    const [[one], [other]] = [[...ones], [...others]];
    return (
      !ownHeaders.includes(name) &&
      isSteady &&
      !isSame(id, { value: one, url: responses[0].url }, { value: other, url: missing[0].url })
    );
  });
}

/** A part of a response, and the path that was requested. */
interface Part {
  readonly value: unknown;
  readonly url: string;
}

/**
 * Whether a part of the response for an ID differs from that for {@link missingId} only in the ID or the path that it names.
 * Only the unknown ID is looked for: any other may be a word of the text, or one of its numbers.
 */
function isSame(id: string, own: Part, ofMissing: Part): boolean {
  const [text, usual] = [own, ofMissing].map(({ value }) => JSON.stringify(value));
  const [decoded = "", encoded = ""] = [id, encodeURIComponent(id)].map((one) =>
    JSON.stringify(one).slice(1, -1),
  );
  // A service may write the ID as it was sent, or decoded.
  const spellings = [
    { path: ofMissing.url, written: decoded },
    { path: ofMissing.url, written: encoded },
    { path: own.url, written: decoded },
  ];
  return spellings.some(
    ({ path, written }) =>
      usual?.replaceAll(ofMissing.url, () => path).replaceAll(missingId, () => written) === text,
  );
}
