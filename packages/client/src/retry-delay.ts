const baseMs = 500;
const capMs = 8_000;

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
