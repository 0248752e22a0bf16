import { InvalidArgumentError } from "./errors.ts";

/**
 * Checks a base URL and brings it into the form that a path can be appended to: no trailing slash, no doubled ones.
 *
 * @throws InvalidArgumentError where the value is not an http(s) address, or has a query, a fragment, credentials or braces
 */
export function normalizeBaseUrl(baseUrl: string): string {
  const { location } = globalThis as { location?: { href: string } };
  try {
    // In a browser a path alone is relative to the page.
    const { origin, pathname, username, password } = new URL(baseUrl, location?.href);
    const isPlain = typeof baseUrl === "string" && !/[?#{}\s]/.test(baseUrl) && !username && !password;
    if (isPlain && /^https?:/.test(origin)) return origin + pathname.replace(/\/+/g, "/").replace(/\/$/, "");
  } catch {}
  throw new InvalidArgumentError(
    "baseUrl must be an http(s) address without query, fragment, credentials and braces",
  );
}
