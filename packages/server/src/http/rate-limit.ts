/** How many requests a credential may send in a window, which begins with its first request. */
export interface RateLimitOptions {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/**
 * Counts a request of a credential.
 *
 * @param now milliseconds of a monotonic clock, which setting the machine's clock does not change
 * @returns milliseconds until the credential's window ends, if it has sent too many; 0 otherwise
 */
export type RequestCounter = (credentialId: string, now: number) => number;

/**
 * Makes a counter without requests. It remembers only credentials whose window has not ended. Anonymous requests are for a proxy to
 * limit, which sees the address of each sender.
 */
export function createRequestCounter({ maxRequests, windowMs }: RateLimitOptions): RequestCounter {
  // Windows have one length, so the first to begin is the first to end.
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
