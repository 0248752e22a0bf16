import { argumentFrom, assertArgument } from "./errors.ts";

/**
 * Percent-encodes a value; `null` in a list or an object is the empty text (OpenAPI 3.1, section 4.8.12.4).
 *
 * @throws InvalidArgumentError for half of a surrogate pair, which has no UTF-8 encoding
 */
export function encodeValue(value: unknown): string {
  return argumentFrom(() => encodeURIComponent((value ?? "") as string), "parameters must be Unicode");
}

/**
 * Puts path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for values that would reach another resource: a missing or empty ID (the list), `.` and `..`
 * (which walk up the path even when they are encoded)
 */
export type PathSerializer = (parameterOf: (name: string) => unknown) => string;

/** Splits an address at each `{name}`, once for all calls. */
export function createPathSerializer(address: string): PathSerializer {
  const parts = address.split(/[{}]/);
  return (parameterOf) =>
    parts.map((part, index) => (index % 2 ? encodeSegment(part, parameterOf(part)) : part)).join("");
}

/** Writes a scalar in the style `simple`. */
export function encodeSegment(name: string, given: unknown): string {
  assertArgument(
    /^(string|number|boolean)$/.test(typeof given) && !/^(\.{0,2}|NaN)$/.test(`${given}`),
    `${name} must be a string other than "", "." and ".."`,
  );
  return encodeValue(given);
}

/** Writes the query of an address, and adds the parameters that are header fields. */
export type ParamsWriter = (params: object, headers: Record<string, string>) => string;

/**
 * Writes query parameters, with a question mark if there are any: lists as `ids=a&ids=b`. Leaves out `undefined` and `null`
 * (RFC 6570, section 3.2.1).
 */
export const serializeQuery: ParamsWriter = (params) =>
  Object.entries(params)
    .flatMap(([name, value]) => {
      const key = encodeValue(name);
      return [value ?? []].flat().map((item) => `${key}=${encodeValue(item)}`);
    })
    .join("&")
    .replace(/^./, "?$&");
