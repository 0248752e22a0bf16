import type { Limits } from "./config.ts";

/** Whether an error status is temporary. */
export function isTransientStatus(status: unknown): boolean {
  return /^(408|429|50[0234])$/.test(`${status}`);
}

/**
 * Computes the pause before a retry.
 *
 * A GET may be retried after a broken connection and after every temporary status. A write may be retried only if the spec
 * says that it was not processed: after 429 and 503 with `Retry-After`. Without `Retry-After` the pause is a full-jitter exponential
 * backoff, so that clients that failed together do not retry together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param end the response, or `undefined` if there was none
 * @param retries number of retries so far
 * @returns milliseconds, or `undefined` if it must not be retried
 */
export function retryDelay(
  method: string,
  end: { response: { status: number }; retryAfterMs: number | undefined } | undefined,
  retries: number,
  { maxRetries, maxRetryAfterMs }: Pick<Limits, "maxRetries" | "maxRetryAfterMs">,
): number | undefined {
  const status = end?.response.status as number;
  const retryAfterMs = end?.retryAfterMs;
  const isRetryable = /^(GET|HEAD)$/.test(method)
    ? !end || isTransientStatus(status)
    : retryAfterMs !== undefined && (status === 429 || status === 503);
  if (!isRetryable || retries >= maxRetries || (retryAfterMs as number) > maxRetryAfterMs) return undefined;
  return retryAfterMs ?? Math.random() * Math.min(8_000, 500 * 2 ** retries);
}

/**
 * Reads `Retry-After`: seconds or an HTTP date (RFC 9110, section 10.2.3).
 *
 * @returns milliseconds from now, or `undefined` if the header is absent or invalid
 */
export function parseRetryAfter(value: string | null): number | undefined {
  const text = `${value}`;
  // A date begins with its weekday; `Date.parse` would also accept odd numbers.
  const date = /^[a-z]/i.test(text) ? text : "";
  const ms = /^[\d.]+$/.test(text) ? Number(text) * 1000 : Math.max(Date.parse(date) - Date.now(), 0);
  return ms >= 0 ? ms : undefined;
}
