import { constants } from "node:os";
import type { ServiceLog } from "../../observability/service-log.ts";

/** Options of {@link closeOnSignals}. */
export interface CloseOnSignalsOptions {
  /** Closes the service; the process ends when the promise settles. */
  readonly close: (signal: NodeJS.Signals) => Promise<void>;
  /** How long closing may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly log: ServiceLog;
}

/**
 * Ends the process on SIGINT and SIGTERM: with 0 once everything is closed, with 1 if that fails or takes too long, and
 * immediately on a second signal. SIGHUP, which log rotation and closed terminals send, is ignored.
 */
export function closeOnSignals({ close, timeoutMs, log }: CloseOnSignalsOptions): void {
  let isClosing = false;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isClosing) process.exit(128 + constants.signals[signal]);
    isClosing = true;
    log.info({ signal }, "shutting down");
    setTimeout(() => {
      log.error({ timeoutMs }, "the shutdown took too long");
      process.exit(1);
    }, timeoutMs);
    try {
      await close(signal);
      log.info({}, "shut down");
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, "the shutdown failed");
      process.exit(1);
    }
  }

  process.on("SIGHUP", () => {});
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(signal));
}
