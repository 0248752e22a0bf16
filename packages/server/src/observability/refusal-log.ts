import type { Logger } from "./logger.ts";

/** A request whose credentials were refused with 401. */
export interface RefusedRequest {
  readonly requestId: string;
  /** Address of the caller, or of the nearest proxy that is not trusted to tell it. */
  readonly peer: string | undefined;
  readonly traceparent: string;
  readonly reason: string;
}

const windowMs = 10_000;
/** How many lines a window has, so that guessing credentials cannot fill the log. */
const maxLines = 10;

/**
 * Logs refused requests with their reasons, a limited number per window; `others` counts those that were not logged
 * since the last line.
 */
export function createRefusalLog(log: Logger): (request: RefusedRequest) => void {
  let windowEnds = 0;
  let lines = 0;
  let others = 0;

  return (request) => {
    const now = performance.now();
    if (now >= windowEnds) {
      windowEnds = now + windowMs;
      lines = 0;
    }
    lines += 1;
    if (lines > maxLines) others += 1;
    else {
      log.warn({ ...request, ...(others > 0 && { others }) }, "credentials refused");
      others = 0;
    }
  };
}
