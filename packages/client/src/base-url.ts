import { argumentFrom } from "./errors.ts";

/** An address, or one that is relative to a page, without what `URL` would read as something else than a path. */
const plainAddress = /^(?!.*\/\/[^/]*@)([./]|https?:\/\/)[^\s{}?#\\]*$/i;

/**
 * Checks a base URL and normalises it so that a path can be appended: no trailing slash, no double slashes. In a browser, a value
 * that begins with `/` or `.` is relative to the page.
 *
 * @param name what the message calls it
 * @throws InvalidArgumentError if the value is not an http(s) address, or has a query, a fragment, credentials, braces, spaces
 * or backslashes; the message does not repeat the value, because credentials are secret
 */
export function normalizeBaseUrl(baseUrl: unknown, name: string): string {
  return argumentFrom(() => {
    const page = (globalThis as { location?: { href: string } }).location?.href;
    const { origin, pathname } = new URL(baseUrl as string, page);
    const isPlain = typeof baseUrl === "string" && plainAddress.test(baseUrl) && /^http/.test(origin);
    return isPlain ? origin + pathname.replace(/\/+(\/|$)/g, "$1") : undefined;
  }, `${name} must be an http(s) address with only a host and a path, without spaces`);
}
