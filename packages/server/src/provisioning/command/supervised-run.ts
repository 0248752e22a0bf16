import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { maxTimerMs, systemClock } from "../../time/clock.ts";
import { insist, isTemporary, systemCodeOf } from "../temporary-failure.ts";
import { BoundedLog } from "./run/bounded-log.ts";
import { endGroup, groupGone, isZombie, killLeftovers } from "./run/processes.ts";
import {
  dropRun,
  type Outcome,
  openPipe,
  pipeOf,
  recordEnd,
  recordPid,
  refuseDropped,
  removeRun,
} from "./run/run-folder.ts";
import { type Order, starterName } from "./supervisor.ts";

/** How long after the time to stop it acts, in milliseconds: if it can, the node acts first and reports the outcome. */
const delayMs = 250;
/** Time between SIGTERM and SIGKILL for a command whose lease ends, in milliseconds. */
const leaseGraceMs = 2_500;
/** How long to wait for a command's last output while a process that it left keeps the pipe open, in milliseconds. */
const lastOutputMs = 500;
/** The pause before an outcome that cannot be written is tried again, in milliseconds. */
const retryMs = 500;

/**
 * Makes the pipe for the output, reports that it exists and that its outputs are redirected, and becomes the command.
 * With the socket that Node.js would use instead, a command could not open `/dev/stderr`, and its two outputs would
 * lose their order.
 */
const starter = 'mkfifo -m 600 "$1" && echo >&3 && exec > "$1" 2>&1 && echo >&3 && shift && exec "$@" 3>&-';

/** What a run knows of its supervisor. */
export interface RunContext {
  /** When work must stop unless the node's lease is renewed, by the clock's `elapsed()`; infinite without a lease. */
  readonly stopAt: () => number;
  /** Gets the pipes that are read; those of ended commands stay while processes that they left keep them open. */
  readonly leftOpen: Set<number>;
  /** Whether no service will read the outcome. */
  readonly isAbandoned: () => boolean;
}

/** One run under its supervisor, from its order to its recorded end. */
export class SupervisedRun {
  readonly #order: Order;
  readonly #context: RunContext;
  readonly #limitAt: number;
  /** Whether the supervisor received a stop signal during the run; the command may have received it too. */
  mayBeStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #killing: Promise<void> | undefined;
  #isTimedOut = false;
  #isOver = false;

  constructor(order: Order, context: RunContext) {
    this.#order = order;
    this.#context = context;
    this.#limitAt = systemClock.elapsed() + order.timeoutMs;
  }

  /** Runs the command. Every run ends here, after all that ends it by force. */
  async run(): Promise<void> {
    const { folder } = this.#order;
    const outcome = await this.#execute().catch(refusalOf);
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#killing;
    if (this.mayBeStopped && !isOwnEnd(outcome)) await insist(() => dropRun(folder)).catch(() => {});
    await this.#record(outcome);
    if (this.#context.isAbandoned()) await removeRun(folder).catch(() => {});
  }

  async #execute(): Promise<Outcome> {
    const { folder, log: path, command, argument, environment, input } = this.#order;
    // The log may already be that of the next try.
    refuseDropped(folder);
    const log = await BoundedLog.create(path);
    let copied: Promise<void> | undefined;
    try {
      // The machine or the service may have been suspended since the order.
      if (systemClock.elapsed() >= this.#context.stopAt())
        return { kind: "not-begun", code: "the lease has ended" };
      const child = spawn("/bin/sh", ["-c", starter, starterName, pipeOf(folder), command, argument], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore", "pipe"],
        env: environment as NodeJS.ProcessEnv,
      });
      // A command may ignore its input.
      child.stdin?.on("error", () => {}).end(input);
      const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
      // If there is no process, this rejects.
      if (child.pid === undefined) await exit;
      this.#child = child;
      this.#wake();
      recordPid(folder, child.pid as number);
      const readyPipe = child.stdio[3] as Socket;
      const isReady = (): Promise<boolean> =>
        Promise.race([once(readyPipe, "data").then(() => true), exit.then(() => false)]);
      if (!(await isReady())) return this.#notBegun("no pipe for the output");
      copied = this.#copyOutput(openPipe(folder), log);
      if (!(await isReady())) return this.#notBegun("its output cannot be redirected");
      readyPipe.destroy();
      const [code, signal] = await exit;
      await Promise.race([copied, wait(lastOutputMs, undefined, { ref: false })]);
      if (this.#isTimedOut) return { kind: "timed-out" };
      return signal === null ? { kind: "exited", code: code as number } : { kind: "signalled", signal };
    } catch (error) {
      await this.#kill(0);
      throw error;
    } finally {
      if (copied === undefined) await log.close().catch(() => {});
    }
  }

  /** What a shell that has not become the command means. */
  #notBegun(code: string): Outcome {
    return this.#isTimedOut ? { kind: "timed-out" } : { kind: "not-begun", code };
  }

  /** Ends the command if its lease or its time is over, otherwise sets the timer. */
  #wake(): void {
    const now = systemClock.elapsed();
    const leaseEnd = this.#context.stopAt() + delayMs;
    const limitAt = this.#hasExited() ? Infinity : this.#limitAt;
    if (now >= leaseEnd) {
      this.#killing = this.#endWithLease();
    } else if (now >= limitAt) {
      this.#isTimedOut = true;
      this.#killing = this.#kill(this.#order.killGraceMs);
    } else {
      const wake = (): void => {
        if (!this.#isOver) this.#wake();
      };
      const delay = Math.ceil(Math.min(leaseEnd, limitAt) - now);
      // First reads renewals that arrived while this process was stopped.
      this.#timer = setTimeout(() => setImmediate(wake), Math.min(delay, maxTimerMs));
    }
  }

  /** Whether the command itself has exited; its end then counts, even if a process that it left holds the pipe. */
  #hasExited(): boolean {
    const { exitCode = null, signalCode = null, pid } = this.#child ?? {};
    return exitCode !== null || signalCode !== null || (pid !== undefined && isZombie(pid));
  }

  async #endWithLease(): Promise<void> {
    await insist(() => dropRun(this.#order.folder)).catch(() => {});
    await this.#kill(leaseGraceMs);
  }

  async #kill(graceMs: number): Promise<void> {
    const pid = this.#child?.pid;
    if (pid !== undefined) {
      await endGroup(pid, graceMs);
      // A command that changed its user may continue, and the step must not run twice at the same time.
      await groupGone(pid);
    }
    await insist(() => killLeftovers(this.#order.runId));
  }

  /** Records the outcome, unless the run was dropped. */
  async #record(outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        recordEnd(this.#order.folder, outcome);
        return;
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "")) return;
        await wait(retryMs);
      }
    }
  }

  /** Copies the output into the log, including that of processes that the command has left. */
  async #copyOutput(fd: number, log: BoundedLog): Promise<void> {
    const { leftOpen } = this.#context;
    leftOpen.add(fd);
    try {
      for await (const bytes of new Socket({ fd, writable: false })) await log.append(bytes as Buffer);
    } catch {
      // The system cannot read it.
    } finally {
      leftOpen.delete(fd);
      await log.close().catch(() => {});
    }
  }
}

/** Whether the command itself reached this end, even if a stop signal came. */
function isOwnEnd(outcome: Outcome): boolean {
  return outcome.kind === "timed-out" || (outcome.kind === "exited" && outcome.code === 0);
}

/** What a refused call means for the run. */
function refusalOf(error: unknown): Outcome {
  const { code = error instanceof Error ? error.message : String(error) } = error as NodeJS.ErrnoException;
  return { kind: isTemporary(error) ? "not-begun" : "cannot-begin", code };
}
