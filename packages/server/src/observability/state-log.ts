import type { Logger } from "./logger.ts";

/** How long something has to work before it counts as recovered, in milliseconds. */
const settledMs = 5_000;

/**
 * Logs one line when something starts to fail and one when it recovers. Failures that alternate with successes count as
 * one.
 *
 * @returns a function to call on each change of state, with the reason of a failure, or `undefined` when it works
 */
export function createStateLog(log: Logger, what: string): (failure: string | undefined) => void {
  let isReported = false;
  let settling: NodeJS.Timeout | undefined;

  return (failure) => {
    clearTimeout(settling);
    if (failure === undefined) {
      settling = setTimeout(() => {
        isReported = false;
        log.info({}, `${what} works again`);
      }, settledMs).unref();
    } else if (!isReported) {
      isReported = true;
      log.error({ reason: failure }, `${what} fails`);
    }
  };
}
