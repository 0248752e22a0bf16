import pino from "pino";
import { limitLines } from "./limit-lines.ts";
import type { Logger } from "./logger.ts";
import { maskLines } from "./mask-secrets.ts";
import type { ObservedRequest, RequestObserver } from "./request-observer.ts";

/** Options of {@link createServiceLog}. */
export interface ServiceLogOptions {
  /** Lowest level that is logged. */
  readonly level: pino.LevelWithSilent;
  /** Where the lines go. @default standard error, because standard output is for a command's result */
  readonly destination?: pino.DestinationStream;
}

/** A log that can say which levels it writes. */
export type ServiceLog = Logger & Pick<pino.Logger, "isLevelEnabled" | "fatal">;

/**
 * Makes the log: one JSON object per line, with times in ISO 8601. In the finished lines, fields with a secret's name
 * and everything that looks like a credential are masked.
 */
export function createServiceLog({ level, destination }: ServiceLogOptions): ServiceLog {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    gatherLines(destination ?? standardError()),
  );
}

/** How much of the log is kept while the disk is full, in bytes; further lines are dropped. */
const maxPendingBytes = 16 * 2 ** 20;

function standardError(): pino.DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: maxPendingBytes });
  // Without a listener, a full disk under the log would end the service. The next line tries again.
  destination.on("error", () => {});
  return destination;
}

/**
 * Writes the lines of one callback of the event loop together, in the next tick: a system call per line would take
 * longer than the line. It masks finished lines, because pino's redaction by paths takes five times as long.
 */
function gatherLines(destination: pino.DestinationStream): pino.DestinationStream {
  let lines = "";

  function flush(): void {
    process.off("exit", flush);
    const text = maskLines(lines);
    lines = "";
    destination.write(text);
  }

  return {
    write(line) {
      if (lines === "") {
        process.nextTick(flush);
        // A process that ends during a callback has no next tick.
        process.on("exit", flush);
      }
      lines += line;
    },
  };
}

/** Requests that take longer are logged as warnings, in milliseconds. */
const slowRequestMs = 1_000;

/**
 * Logs each accepted write, slow requests as warnings in a limited number, and everything else at `debug`, because a
 * line for every request would halve the throughput.
 */
export function createRequestLog(log: ServiceLog): RequestObserver {
  const fieldsOf = (request: ObservedRequest) => ({ ...request, traceparent: request.traceparent() });
  const logSlow = limitLines((request: ObservedRequest, others) =>
    log.warn({ ...fieldsOf(request), ...others }, "request was slow"),
  );
  return (request) => {
    const { status, method, operationId } = request;
    const isWrite = operationId !== undefined && method !== "GET" && method !== "HEAD" && status < 400;
    if (isWrite) log.info(fieldsOf(request), "write accepted");
    else if (request.durationMs >= slowRequestMs) logSlow(request);
    else if (log.isLevelEnabled("debug")) log.debug(fieldsOf(request), "request");
  };
}
