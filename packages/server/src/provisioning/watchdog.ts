import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "../observability/logger.ts";
import type { StepLease } from "./provisioner.ts";

/** The pause before an ended watchdog is restarted, in milliseconds. It learns of a run from the next renewal of its lease. */
const restartMs = 1_000;

/** A run of a step whose processes have to end with its lease. */
export interface GuardedRun {
  readonly folder: string;
  readonly runId: string;
}

/** A message to the watchdog, as a line of JSON; without `stopAt` it forgets the run. */
export interface WatchdogMessage extends GuardedRun {
  readonly stopAt?: number;
}

/**
 * A process that ends commands when this one cannot: because it is stopped (SIGSTOP) or gone (SIGKILL) while their lease
 * ends, so that another node may run the same step.
 */
export interface Watchdog {
  /** Guards a run from before it begins; the function that it returns ends that. */
  guard(run: GuardedRun, lease: StepLease): () => void;
  /** Its process, while it runs. */
  pid(): number | undefined;
  /** Ends the process, which kills the runs that it still guards, and removes the folder. */
  close(): void;
}

/** How to start the watchdog. */
export interface WatchdogOptions {
  /** Removed with everything in it when this process is gone. */
  readonly runsFolder: string;
  readonly logger: Logger;
}

/** Starts the watchdog in its own session, so that a signal to this process group does not reach it. */
export function startWatchdog({ runsFolder, logger }: WatchdogOptions): Watchdog {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    const started = spawn(process.execPath, [programPath(), runsFolder], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      // It needs none of the secrets of the service.
      env: {},
    });
    child = started;
    let isOver = false;
    const onOver = (reason: unknown): void => {
      if (isOver || child !== started) return;
      isOver = true;
      child = undefined;
      logger.error({ reason }, "The watchdog of the commands has ended; starting it again");
      restart = setTimeout(start, restartMs).unref();
    };
    started.on("error", onOver).on("exit", (code, signal) => onOver(signal ?? code));
    started.stdin?.on("error", () => {});
    started.unref();
    (started.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  /** The kernel has the line when this returns: writes to pipes are synchronous, and the watchdog reads it even if this process is stopped. */
  function send(message: WatchdogMessage): void {
    child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  start();
  return {
    guard(run, lease) {
      const tell = (): void => send({ ...run, stopAt: lease.stopAt });
      tell();
      const stopListening = lease.onRenewed(tell);
      return () => {
        stopListening();
        send(run);
      };
    },
    pid: () => child?.pid,
    close() {
      clearTimeout(restart);
      const ending = child;
      child = undefined;
      ending?.stdin?.end();
    },
  };
}

/** Beside this module in the sources, and beside its bundle in the package. */
function programPath(): string {
  const name = import.meta.url.endsWith(".ts") ? "./watchdog-process.ts" : "./watchdog-process.js";
  return fileURLToPath(new URL(name, import.meta.url));
}
