/** How many requests a credential may send in a window, which begins with its first request. */
export interface RateLimitOptions {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/**
 * Counts a request of a credential.
 *
 * @param now milliseconds of a monotonic clock, unaffected by changes of the machine's clock
 * @returns milliseconds until the credential's window ends, if it has sent too many; 0 otherwise
 */
export type RequestCounter = (credentialId: string, now: number) => number;

/**
 * Makes a counter. It remembers only credentials whose window has not ended. Limit anonymous requests in a proxy, which
 * sees the address of each sender.
 */
export function createRequestCounter({ maxRequests, windowMs }: RateLimitOptions): RequestCounter {
  // All windows have the same length, so the first to begin is the first to end.
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  return (credentialId, now) => {
    for (const [id, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(id);
    }
    const window = windows.get(credentialId) ?? { endsAt: now + windowMs, count: 0 };
    windows.set(credentialId, window);
    window.count++;
    return window.count > maxRequests ? window.endsAt - now : 0;
  };
}
