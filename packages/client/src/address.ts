import { argumentFrom, assertArgument } from "./errors.ts";

/**
 * Percent-encodes a value.
 *
 * @throws InvalidArgumentError for half of a surrogate pair, which has no UTF-8 encoding
 */
export function encodeValue(value: unknown): string {
  return argumentFrom(() => encodeURIComponent(String(value)), "parameters must be Unicode");
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

function encodeSegment(name: string, given: unknown): string {
  assertArgument(
    /^(string|number|boolean)$/.test(typeof given) && !/^(\.{0,2}|NaN)$/.test(`${given}`),
    `${name} must be a string other than "", "." and ".."`,
  );
  return encodeValue(given);
}

/** Writes the value of a query parameter; its name is percent-encoded already. */
export type QueryWriter = (name: string, value: unknown) => string[];

/**
 * Writes query parameters, with a question mark if there are any; undefined ones are left out.
 * A list is written as `ids=a&ids=b` unless its style says otherwise.
 */
export function serializeQuery(
  params: object,
  _headers?: Record<string, string>,
  styles?: Readonly<Record<string, QueryWriter>>,
): string {
  return Object.entries(params)
    .flatMap(([name, value]) => {
      const key = encodeValue(name);
      if (value === undefined) return [];
      return styles?.[name]?.(key, value) ?? [value].flat().map((item) => `${key}=${encodeValue(item)}`);
    })
    .join("&")
    .replace(/^./, "?$&");
}
