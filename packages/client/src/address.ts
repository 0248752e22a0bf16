import { argumentFrom, assertArgument } from "./errors.ts";

/**
 * Percent-encodes a scalar.
 *
 * @throws InvalidArgumentError for anything else, and for half of a surrogate pair, which has no UTF-8 encoding
 */
export function encodeValue(value: unknown, name = "parameters"): string {
  // Most values need no encoding.
  if (typeof value === "string" && /^[\w.~-]+$/.test(value)) return value;
  return argumentFrom(
    () => (/^(string|number|boolean)$/.test(typeof value) ? encodeURIComponent(value as string) : undefined),
    `${name} must be Unicode text, a number or a boolean`,
  );
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
  return (parameterOf) => {
    let text = "";
    let isParameter = false;
    for (const part of parts) {
      text += isParameter ? encodeSegment(part, parameterOf(part)) : part;
      isParameter = !isParameter;
    }
    return text;
  };
}

function encodeSegment(name: string, given: unknown): string {
  const text = encodeValue(given, name);
  assertArgument(!/^(\.{0,2}|NaN)$/.test(text), `${name} must not be "", "." or ".."`);
  return text;
}

/** Writes query parameters, with a question mark if there are any: lists as `ids=a&ids=b`. Leaves out `undefined`. */
export function serializeQuery(params: object): string {
  return Object.entries(params)
    .flatMap(([name, value]) => {
      const items = value === undefined ? [] : [value].flat();
      return items.map((item) => `${encodeValue(name)}=${encodeValue(item, name)}`);
    })
    .join("&")
    .replace(/^./, "?$&");
}
