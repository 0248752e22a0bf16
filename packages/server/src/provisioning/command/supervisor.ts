import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Logger } from "../../observability/logger.ts";
import { runIdVariable } from "./processes.ts";

/** What the supervisor needs to run a command. */
export interface Order {
  /** Of this try of the run. */
  readonly folder: string;
  readonly runId: string;
  /** The file of the output. */
  readonly log: string;
  readonly command: string;
  readonly argument: string;
  readonly input: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly killGraceMs: number;
  /** When it has to end unless this is renewed, by the clock's `elapsed()`; absent if no other node could run the step. */
  readonly stopAt?: number | undefined;
}

/** A message to the supervisor, as a line of JSON. It writes the folder of each run that has ended, as a line too. */
export type SupervisorMessage = Order | Required<Pick<Order, "folder" | "stopAt">>;

/**
 * A process that runs commands, and outlives the service with them: it bounds their output, keeps how they ended, and ends them at
 * their time limit, or when their lease ends because this process is stopped or gone.
 */
export interface Supervisor {
  /** Runs a command; resolves when the run has ended, or the supervisor has. */
  run(order: Order): Promise<void>;
  renew(folder: string, stopAt: number): void;
  /** Its process, while it runs. */
  pid(): number | undefined;
  /** Lets the process end after its runs. */
  close(): void;
}

/** How to start the supervisor. */
export interface SupervisorOptions {
  /** Removed when it is empty and this process is gone. */
  readonly runsFolder: string;
  readonly logger: Logger;
}

/** Makes the supervisor, whose process starts with the first run, in its own session. */
export function createSupervisor({ runsFolder, logger }: SupervisorOptions): Supervisor {
  const endOf = new Map<string, () => void>();
  let child: ChildProcess | undefined;

  function start(): ChildProcess {
    const started = spawn(process.execPath, [programPath(), runsFolder], {
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
      // It needs none of the secrets of the service, and the commands can read its environment.
      env: { [runIdVariable]: `supervisor/${randomUUID()}` },
    });
    const onOver = (reason: unknown): void => {
      if (child !== started) return;
      child = undefined;
      logger.error({ reason }, "The supervisor of the commands has ended; they run again");
      for (const end of endOf.values()) end();
    };
    started.on("error", onOver).on("exit", (code, signal) => onOver(signal ?? code));
    started.stdin.on("error", () => {});
    createInterface({ input: started.stdout }).on("line", (folder) => endOf.get(folder)?.());
    for (const handle of [started, started.stdin, started.stdout])
      (handle as unknown as { unref?(): void }).unref?.();
    return started;
  }

  /** The kernel has the line when this returns, unless the pipe is full: the supervisor reads it even if this process is stopped. */
  const send = (message: SupervisorMessage): void => void child?.stdin?.write(`${JSON.stringify(message)}\n`);

  return {
    async run(order) {
      child ??= start();
      const { promise, resolve } = Promise.withResolvers<void>();
      endOf.set(order.folder, resolve);
      send(order);
      await promise;
      endOf.delete(order.folder);
    },
    renew: (folder, stopAt) => send({ folder, stopAt }),
    pid: () => child?.pid,
    close() {
      const ending = child;
      child = undefined;
      ending?.stdin?.end();
    },
  };
}

/** Beside this module in the sources, and beside its bundle in the package. */
function programPath(): string {
  const name = import.meta.url.endsWith(".ts") ? "./supervisor-process.ts" : "./supervisor-process.js";
  return fileURLToPath(new URL(name, import.meta.url));
}
