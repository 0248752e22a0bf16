import type { Limits } from "./config.ts";
import { backoffDelay } from "./retry-delay.ts";

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
  { maxRetries, maxRetryAfterMs }: Limits,
): number | undefined {
  const status = end?.response.status;
  const isRetryable =
    method === "GET"
      ? status === undefined || retryableStatuses.has(status)
      : (status === 429 || status === 503) && end?.retryAfterMs !== undefined;
  if (!isRetryable || retries >= maxRetries || (end?.retryAfterMs ?? 0) > maxRetryAfterMs) return undefined;
  return end?.retryAfterMs ?? backoffDelay(retries);
}
