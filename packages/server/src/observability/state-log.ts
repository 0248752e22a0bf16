import type { Logger } from "./logger.ts";

/** How long something has to work before the log calls it well, in milliseconds. */
const settledMs = 5_000;

/**
 * Makes what logs one line when something begins to fail and one when it works again. What fails at every other try, as a
 * disk does that has room for a small write only, is one failure.
 *
 * @returns what takes each change of state: the reason of a failure, or `undefined` when it works
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
