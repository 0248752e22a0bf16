import { argumentFrom, assertArgument, assertText } from "./errors.ts";

/**
 * Checks a base URL and normalises it so that a path can be appended: no trailing slash, no double slashes. In a browser, a value
 * that begins with `/` or `.` is relative to the page.
 *
 * @param name what the message calls it
 * @throws InvalidArgumentError if the value is not an http(s) address, or has a query, a fragment, credentials, braces, spaces
 * or backslashes; the message does not repeat the value, because credentials are secret
 */
export function normalizeBaseUrl(baseUrl: unknown, name = "baseUrl"): string {
  assertText(name, baseUrl);
  // Of credentials, only the character after them.
  const refused = /[\s{}?#\\]|\/\/[^/]*@/.exec(baseUrl)?.[0].at(-1);
  assertArgument(!refused, `${name} must not have "${refused}"`);
  return argumentFrom(() => {
    const page = (globalThis as { location?: { href: string } }).location?.href;
    const { origin, pathname } = new URL(baseUrl, page);
    const isPlain = /^http/.test(origin) && /^([./]|https?:\/\/)/i.test(baseUrl);
    return isPlain ? origin + pathname.replace(/\/+(\/|$)/g, "$1") : undefined;
  }, `${name} must begin with http:// or https:// and a host`);
}
