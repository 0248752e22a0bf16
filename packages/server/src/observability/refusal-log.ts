import { limitLines } from "./limit-lines.ts";
import type { Logger } from "./logger.ts";

/** A request whose credentials were refused with 401. */
export interface RefusedRequest {
  readonly requestId: string;
  /** Address of the caller, or of the nearest proxy that is not trusted to tell it. */
  readonly peer: string | undefined;
  readonly traceparent: string;
  readonly reason: string;
}

/**
 * Logs refused requests with their reasons, a limited number per window; `others` counts those that were not logged
 * since the last line.
 */
export function createRefusalLog(log: Logger): (request: RefusedRequest) => void {
  return limitLines((request, others) => log.warn({ ...request, ...others }, "credentials refused"));
}
