import { InvalidArgumentError } from "./errors.ts";

/**
 * Checks a base URL and brings it into the form that a path can be appended to: no trailing slash, no doubled ones.
 *
 * @throws InvalidArgumentError where the value is no http(s) address, or has a query, a fragment, credentials or braces
 */
export function normalizeBaseUrl(baseUrl: string): string {
  const { location } = globalThis as { location?: { href: string } };
  let url: URL | undefined;
  try {
    // In a browser a path alone is relative to the page.
    url = new URL(baseUrl, location?.href);
  } catch {}
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    /[?#{}\s]/.test(baseUrl) ||
    url.username ||
    url.password ||
    typeof baseUrl !== "string"
  ) {
    throw new InvalidArgumentError(
      "baseUrl must be an http(s) address without query, fragment, credentials and braces, as in https://compute.example.com",
    );
  }
  return url.origin + url.pathname.replace(/\/+/g, "/").replace(/\/$/, "");
}
