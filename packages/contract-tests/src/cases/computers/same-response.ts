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
  return isSame(one, response, other, missing, id);
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
    return !ownHeaders.includes(name) && isSteady && !isSame(one, responses[0], other, missing[0], id);
  });
}

/**
 * Whether two values differ only in the ID or the path that they name, which a service may write as sent or decoded.
 * Only the unknown ID is looked for: any other may be a word of the text, or one of its numbers.
 */
function isSame(one: unknown, { url }: Exchange, other: unknown, missing: Exchange, id: string): boolean {
  const [text, usual] = [one, other].map((value) => JSON.stringify(value));
  const [decoded, encoded] = [id, encodeURIComponent(id)].map((name) => JSON.stringify(name).slice(1, -1));
  const naming = (written = "", path = missing.url) =>
    usual?.replaceAll(missing.url, () => path).replaceAll(missingId, () => written);
  return [naming(decoded), naming(encoded), naming(decoded, url)].includes(text);
}
