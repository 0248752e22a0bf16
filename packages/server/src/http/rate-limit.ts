import { ProblemError } from "@compute-host/core";
import type { FastifyInstance } from "fastify";

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

/** Makes a counter without requests. It remembers only credentials whose window has not ended. */
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

/**
 * Limits the requests of each credential. Requests with a wrong one are already rejected. Anonymous ones are not counted, because
 * nothing tells their senders apart: behind a proxy, all have its address. Limiting them is for the proxy, which sees each sender's.
 */
export function addRateLimit(http: FastifyInstance, options: RateLimitOptions): void {
  const count = createRequestCounter(options);
  http.addHook("preParsing", ({ principal }, _reply, _payload, done) => {
    const waitMs = principal === undefined ? 0 : count(principal.credentialId, performance.now());
    if (waitMs === 0) return done();
    const headers = { "retry-after": String(Math.ceil(waitMs / 1_000)) };
    done(new ProblemError("rate-limited", { headers }));
  });
}
