import { argumentFrom, assertArgument } from "./errors.ts";

/**
 * Percent-encodes a value.
 *
 * @throws InvalidArgumentError for text that has no UTF-8 encoding: half of a surrogate pair
 */
export function encodeValue(value: unknown): string {
  return argumentFrom(() => encodeURIComponent(String(value)), "a parameter must be valid Unicode");
}

/**
 * Puts path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for what would reach another resource: nothing, an empty id (the list), `.` and `..` (which
 * walk up the path even when they are encoded)
 */
export type PathSerializer = (parameterOf: (name: string) => unknown) => string;

/** Takes an address with `{name}` in it apart, once for all calls. */
export function createPathSerializer(address: string): PathSerializer {
  const parts = address.split(/[{}]/);
  return (parameterOf) =>
    parts.map((part, index) => (index % 2 ? encodeSegment(part, parameterOf(part)) : part)).join("");
}

function encodeSegment(name: string, given: unknown): string {
  const value = Number.isFinite(given) || typeof given === "boolean" ? String(given) : given;
  assertArgument(
    typeof value === "string" && !/^\.{0,2}$/.test(value),
    `${name} must be a string other than "", "." and ".."`,
  );
  return encodeValue(value);
}

/** Writes the value of a query parameter; its name is percent-encoded already. */
export type QueryWriter = (name: string, value: unknown) => string[];

/**
 * Writes query parameters, with the question mark where there are any; those that are undefined are left out.
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
