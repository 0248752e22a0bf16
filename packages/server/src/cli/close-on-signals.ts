import type { ServiceLog } from "../observability/service-log.ts";

/** How to end. */
export interface CloseOnSignalsOptions {
  /** Ends what runs; the process ends when its promise does. */
  readonly close: () => Promise<void>;
  /** How long that may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly log: ServiceLog;
}

const signals = ["SIGINT", "SIGTERM"] as const;
const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Ends the process on SIGINT and SIGTERM: with 0 when everything was closed, with 1 when that failed or took too long,
 * and at once on a second signal.
 */
export function closeOnSignals({ close, timeoutMs, log }: CloseOnSignalsOptions): void {
  let isClosing = false;

  async function end(signal: (typeof signals)[number]): Promise<void> {
    if (isClosing) process.exit(128 + signalNumbers[signal]);
    isClosing = true;
    log.info({ signal }, "shutting down");
    const timer = setTimeout(() => {
      log.error({ timeoutMs }, "the shutdown took too long; what is in flight is cut off");
      process.exit(1);
    }, timeoutMs);
    try {
      await close();
      clearTimeout(timer);
      log.info({}, "shut down");
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, "the shutdown failed");
      process.exit(1);
    }
  }

  for (const signal of signals) process.on(signal, () => void end(signal));
}
