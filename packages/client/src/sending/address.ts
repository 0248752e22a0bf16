import { argumentFrom, assertArgument, classOf } from "../errors/arguments.ts";

/**
 * Percent-encodes a scalar.
 *
 * @throws InvalidArgumentError for anything else, for `NaN` (from a missing number), and for half of a surrogate pair,
 * which has no UTF-8 encoding
 */
export function encodeValue(value: unknown, name: string): string {
  const isScalar = ["string", "number", "boolean"].includes(typeof value) && !Number.isNaN(value);
  return argumentFrom(
    () => (isScalar ? encodeURIComponent(value as string) : undefined),
    name,
    "Unicode text, a number or a boolean",
    value,
  );
}

/**
 * Puts path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for values that would reach another resource: a missing or empty ID (the
 * list), `.` and `..` (which go up the path even when they are encoded)
 */
export type PathSerializer = (parameterOf: (name: string) => unknown) => string;

/** Splits an address at each `{name}`, once for all calls. */
export function createPathSerializer(address: string): PathSerializer {
  const parts = address.split(/[{}]/);
  return (parameterOf) =>
    parts.map((part, index) => (index % 2 ? encodeSegment(part, parameterOf(part)) : part)).join("");
}

function encodeSegment(name: string, given: unknown): string {
  const text = encodeValue(given, name);
  assertArgument(!/^\.{0,2}$/.test(text), name, 'other than "", "." and ".."', text);
  return text;
}

/**
 * Writes query parameters, after a question mark if there are any: lists as `ids=a&ids=b`. Leaves out `undefined`.
 *
 * @throws InvalidArgumentError also for an empty list, which would not restrict anything
 */
export function serializeQuery(params: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = params[name];
      const items = value === undefined ? [] : [value].flat();
      assertArgument(value === undefined || items.length > 0, name, "a list that is not empty", value);
      return items.map((item) => `${encodeURIComponent(name)}=${encodeValue(item, name)}`);
    })
    .join("&")
    .replace(/^./, "?$&");
}

/**
 * An http(s) address, or one that is relative to a page, without credentials (`//user@`), a query, a
 * fragment, or anything that `URL` would silently rewrite.
 */
const plainAddress = /^(?!.*\/\/[^/]*@)([./]|https?:\/\/)[^\s{}?#\\]*$/i;

/**
 * Checks a base URL and normalises it so that a path can be appended: no trailing slash, no double slashes.
 * A `URL` of any realm is accepted. In a browser, a value that begins with `/` or `.` is relative to the page; one that begins with `//` names
 * another host and takes only the page's scheme.
 *
 * @param name how the message calls it
 * @throws InvalidArgumentError if the value is not an http(s) address, or has a query, a fragment,
 * credentials, braces, spaces or backslashes; the message does not repeat the value, because credentials are
 * secret
 */
export function normalizeBaseUrl(baseUrl: unknown, name: string): string {
  return argumentFrom(
    () => {
      const page = (globalThis as { location?: { href: string } }).location?.href;
      const isAddress = typeof baseUrl === "string" || classOf(baseUrl) === "URL";
      const { origin, pathname } = new URL(baseUrl as string, page);
      const isPlain = isAddress && plainAddress.test(baseUrl as string) && /^http/.test(origin);
      return isPlain ? origin + pathname.replace(/\/+(\/|$)/g, "$1") : undefined;
    },
    name,
    "an http(s) address of a host and a path, without spaces",
    baseUrl,
  );
}
