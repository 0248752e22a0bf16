import type { Limits } from "./config.ts";

const baseMs = 500;
const capMs = 8_000;

/** Error statuses that can be gone the next time. */
export const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Tells how long to wait before the request is sent again.
 *
 * A GET may be sent again after a broken connection and after every status that can pass. A write may only where the spec
 * says that it was not processed: after 429 and 503 with `Retry-After`.
 *
 * @param end the response, or `undefined` where there was none
 * @param retries how often the request was sent again already
 * @returns milliseconds, or `undefined` where it must not be sent again
 */
export function retryDelay(
  method: string,
  end: { response: { status: number }; retryAfterMs: number | undefined } | undefined,
  retries: number,
  { maxRetries, maxRetryAfterMs }: Pick<Limits, "maxRetries" | "maxRetryAfterMs">,
): number | undefined {
  const status = end?.response.status;
  const retryAfterMs = end?.retryAfterMs;
  const isRetryable = /^(GET|HEAD)$/.test(method)
    ? status === undefined || retryableStatuses.has(status)
    : (status === 429 || status === 503) && retryAfterMs !== undefined;
  if (!isRetryable || retries >= maxRetries || (retryAfterMs ?? 0) > maxRetryAfterMs) return undefined;
  return retryAfterMs ?? backoffDelay(retries);
}

/**
 * Full-jitter exponential backoff, so that clients that failed together do not come back together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param retry 0 for the first retry
 * @returns milliseconds
 */
export function backoffDelay(retry: number): number {
  return Math.random() * Math.min(capMs, baseMs * 2 ** retry);
}

/**
 * Reads `Retry-After`: seconds or an HTTP date (RFC 9110, section 10.2.3).
 *
 * @returns milliseconds from now, or `undefined` where the header is absent or unreadable
 */
export function parseRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // A date begins with its weekday; `Date.parse` also makes dates of odd numbers.
  const ms = /^[a-z]/i.test(value) ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
