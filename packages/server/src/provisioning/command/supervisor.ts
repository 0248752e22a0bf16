import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Logger } from "../../observability/logger.ts";
import { insist, systemCodeOf, TemporaryError } from "../temporary-failure.ts";
import { runIdVariable } from "./run/processes.ts";
import { recordEnd, type SupervisorProcess } from "./run/run-folder.ts";

/** How the shell that becomes the command calls itself in its messages. */
export const starterName = "compute-host";

/** What the supervisor needs to run a command. */
export interface Order {
  /** The folder of this try of the run. */
  readonly folder: string;
  readonly runId: string;
  /** The file for the output. */
  readonly log: string;
  readonly command: string;
  readonly argument: string;
  readonly input: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly killGraceMs: number;
}

/** A message to the supervisor, as a line of JSON. */
export interface SupervisorMessage {
  readonly order?: Order;
  /**
   * When commands must end unless this is renewed, by the clock's `elapsed()`; absent if no other node could run their
   * steps.
   */
  readonly stopAt?: number | undefined;
}

/**
 * A process that runs commands and outlives the service with them. It bounds their output, records how they ended, and
 * ends them at their time limit, or when their lease ends because the service is stopped or gone.
 */
export interface Supervisor {
  /**
   * Starts the process in its own session, unless it is running.
   *
   * @throws TemporaryError when the system refuses that.
   */
  start(): SupervisorProcess;
  /** Runs a command. Its folder then says how it ended, or that the order could not be sent. */
  run(order: Order): void;
  renew(stopAt: number): void;
  /** Lets the process exit after its runs. */
  close(): void;
}

/** How to start the supervisor. */
export interface SupervisorOptions {
  /** Removed once it is empty and the service is gone. */
  readonly runsFolder: string;
  readonly logger: Logger;
}

/** Makes the supervisor. */
export function createSupervisor({ runsFolder, logger }: SupervisorOptions): Supervisor {
  let running: { readonly child: ChildProcess; readonly process: SupervisorProcess } | undefined;
  let stopAt: number | undefined;

  function start(): SupervisorProcess {
    if (running !== undefined) return running.process;
    const supervisorId = `supervisor/${randomUUID()}`;
    const child = spawn(process.execPath, [programPath(), runsFolder], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      // It does not need the service's secrets, and commands can read its environment.
      env: { [runIdVariable]: supervisorId },
    });
    child
      .on("error", () => {})
      .stdin?.on("error", (err) => {
        if (running?.child !== child) return;
        // It finishes its runs, and exits.
        running = undefined;
        logger.error({ err, pid: child.pid }, "The supervisor takes no more orders; another one will start");
      });
    if (child.pid === undefined) throw new TemporaryError("The supervisor cannot be started");
    child.on("exit", (code, signal) => {
      if (running?.child !== child) return;
      running = undefined;
      logger.error({ reason: signal ?? code }, "The supervisor exited; its commands will run again");
    });
    child.unref();
    (child.stdin as unknown as { unref?(): void } | null)?.unref?.();
    running = { child, process: { supervisor: child.pid, supervisorId } };
    return running.process;
  }

  /**
   * Unless the pipe is full, the kernel has the line when this returns: the supervisor reads it even if this process is
   * stopped.
   */
  function send(message: SupervisorMessage, onSent: (error?: Error | null) => void = () => {}): void {
    running?.child.stdin?.write(`${JSON.stringify(message)}\n`, onSent);
  }

  function sendOrder(order: Order): void {
    send({ order, stopAt }, (error) => {
      if (!error) return;
      const code = systemCodeOf(error) ?? "its supervisor is gone";
      // If it was dropped, nobody waits for it.
      insist(() => recordEnd(order.folder, { kind: "not-begun", code })).catch(() => {});
    });
  }

  return {
    start,
    run: sendOrder,
    renew(until) {
      stopAt = until;
      send({ stopAt });
    },
    close() {
      const ending = running?.child;
      running = undefined;
      ending?.stdin?.end();
    },
  };
}

/** Next to this module in the sources, and next to its bundle in the package. */
function programPath(): string {
  const name = import.meta.url.endsWith(".ts") ? "./supervisor-process.ts" : "./supervisor-process.js";
  return fileURLToPath(new URL(name, import.meta.url));
}
