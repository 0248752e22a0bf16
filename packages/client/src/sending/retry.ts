import type { Limits } from "./config.ts";

/**
 * Computes the pause before a retry.
 *
 * A GET may be retried after a broken connection and after any temporary status; 520 to 524 and 530 come from
 * a proxy that cannot reach the service. A write may be retried only if the spec says that it was not
 * processed: after 429 and 503 with `Retry-After`. Without `Retry-After` the pause is a full-jitter
 * exponential backoff, so that clients that failed together do not retry together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/); for the same reason it is up
 * to a tenth and 100 ms longer than `Retry-After`, and never shorter.
 *
 * @param response `undefined` if there was none
 * @param retries number of retries so far
 * @returns milliseconds, or `undefined` if the request must not be retried
 */
export function retryDelay(
  method: string,
  response: Pick<Response, "status" | "headers"> | undefined,
  retries: number,
  { maxRetries, maxRetryAfterMs }: Pick<Limits, "maxRetries" | "maxRetryAfterMs">,
): number | undefined {
  const status = response?.status;
  const retryAfterMs = response && parseRetryAfter(response.headers);
  const isRetryable = /^(GET|HEAD)$/.test(method)
    ? !response || /^(408|42[59]|50[0234]|52[0-4]|530)$/.test(`${status}`)
    : retryAfterMs !== undefined && /^(429|503)$/.test(`${status}`);
  if (!isRetryable || retries >= maxRetries || (retryAfterMs as number) > maxRetryAfterMs) return undefined;
  const spreadMs = retryAfterMs === undefined ? Math.min(8_000, 500 * 2 ** retries) : 100 + retryAfterMs / 10;
  return (retryAfterMs ?? 0) + Math.random() * spreadMs;
}

/**
 * Reads `Retry-After`: seconds or an HTTP date (RFC 9110, section 10.2.3). A date is compared with the `Date`
 * of the same response, because the clocks of service and client may differ.
 *
 * @returns milliseconds from now, or `undefined` if the header is absent or invalid
 */
export function parseRetryAfter(headers: Pick<Headers, "get">): number | undefined {
  const text = headers.get("retry-after") as string;
  const now = Date.parse(headers.get("date") as string) || Date.now();
  // A date begins with its weekday; `Date.parse` would also accept odd numbers.
  const date = /^[a-z]/i.test(text) ? text : "";
  // The fetch of Node.js keeps white space that a service sent after a value.
  const ms = /^[\d.]+\s*$/.test(text) ? +text * 1000 : Math.max(Date.parse(date) - now, 0);
  return ms >= 0 ? ms : undefined;
}
