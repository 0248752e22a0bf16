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
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms >= 0 ? ms : Number.isNaN(ms) ? undefined : 0;
}
