import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, openSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onLines } from "@compute-host/command-line/lines";
import { maxTimerMs, systemClock } from "../../time/clock.ts";
import { isTemporary, systemCodeOf, TemporaryError } from "../temporary-failure.ts";
import { BoundedLog } from "./bounded-log.ts";
import { endGroup, groupGone, isZombie, killLeftovers } from "./processes.ts";
import { dropOutcome, isDropped, makeFolder, type Outcome, writeOutcome, writePid } from "./run-folder.ts";
import { type Order, type SupervisorMessage, starterName } from "./supervisor.ts";

/** How long after the time to stop it acts, in milliseconds: if it can, the node acts first and reports the outcome. */
const delayMs = 250;
/** Time between SIGTERM and SIGKILL for a command whose lease ends, in milliseconds. */
const leaseGraceMs = 2_500;
/** How long to wait for a command's last output while a process that it left keeps the pipe open, in milliseconds. */
const lastOutputMs = 500;
/** The pause before a failed call is retried, in milliseconds. */
const retryMs = 500;

/**
 * Makes the pipe for the output, reports that it exists and that its outputs are redirected, and becomes the command.
 * With the socket that Node.js would use instead, a command could not open `/dev/stderr`, and its two outputs would
 * lose their order.
 */
const starter = 'mkfifo -m 600 "$1" && echo >&3 && exec > "$1" 2>&1 && echo >&3 && shift && exec "$@" 3>&-';

const [, , runsFolder = ""] = process.argv;
const runs = new Set<Run>();
/**
 * When work must stop unless the node's lease is renewed, by the clock's `elapsed()`; absent if no other node could run
 * the steps.
 */
let stopAt: number | undefined;
/** Pipes that processes keep open after their command has exited. */
const leftOpen = new Set<number>();
/** Whether the service has closed the pipe of orders or is gone. */
let isServiceGone = false;

class Run {
  readonly #order: Order;
  readonly #limitAt: number;
  /** Whether this process received a stop signal during the run; the command may have received it too. */
  mayBeStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #ending: Promise<void> | undefined;
  #isTimedOut = false;

  constructor(order: Order) {
    this.#order = order;
    this.#limitAt = systemClock.elapsed() + order.timeoutMs;
  }

  async run(): Promise<void> {
    let outcome: Outcome;
    try {
      outcome = await this.#execute();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      outcome = { kind: isTemporary(error) ? "not-begun" : "cannot-begin", code };
    }
    clearTimeout(this.#timer);
    await this.#ending;
    await this.#end(outcome);
  }

  async #execute(): Promise<Outcome> {
    const { folder, log: path, command, argument, environment, input } = this.#order;
    // The log may already be that of the next try.
    if (isDropped(folder)) return { kind: "not-begun", code: "it was ended" };
    makeFolder(dirname(path));
    const log = await BoundedLog.create(path);
    let copied: Promise<void> | undefined;
    try {
      // The machine or the service may have been suspended since the order.
      if (stopAt !== undefined && systemClock.elapsed() >= stopAt)
        return { kind: "not-begun", code: "the lease has ended" };
      const fifo = join(folder, "pipe");
      const child = spawn("/bin/sh", ["-c", starter, starterName, fifo, command, argument], {
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
      writePid(folder, child.pid as number);
      // The service drops the outcome before it looks for the process.
      if (isDropped(folder)) throw new TemporaryError("it was ended");
      const readyPipe = child.stdio[3] as Socket;
      const isReady = (): Promise<boolean> =>
        Promise.race([once(readyPipe, "data").then(() => true), exit.then(() => false)]);
      if (!(await isReady())) return { kind: "not-begun", code: "no pipe for the output" };
      // Does not wait for the other end, which is opening the pipe.
      copied = copyOutput(openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK), log);
      if (!(await isReady())) return { kind: "not-begun", code: "its output cannot be redirected" };
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
      if (this.mayBeStopped && !this.#isTimedOut && this.#child?.exitCode !== 0) dropOutcome(folder);
    }
  }

  /** Ends the command if its lease or its time is over, otherwise sets the timer. */
  #wake(): void {
    const now = systemClock.elapsed();
    const leaseEnd = stopAt === undefined ? Infinity : stopAt + delayMs;
    if (now >= leaseEnd) {
      dropOutcome(this.#order.folder);
      this.#ending = this.#kill(leaseGraceMs);
    } else if (now >= this.#limitAt && !this.#hasExited()) {
      this.#isTimedOut = true;
      this.#ending = this.#kill(this.#order.killGraceMs).then(() => this.#end({ kind: "timed-out" }));
    } else {
      const delay = Math.min(leaseEnd, this.#hasExited() ? Infinity : this.#limitAt) - now;
      const wake = (): void => void (runs.has(this) && this.#wake());
      // First reads renewals that arrived while this process was stopped.
      this.#timer = setTimeout(() => setImmediate(wake), Math.min(Math.ceil(delay), maxTimerMs));
    }
  }

  /** Whether the command itself has exited; its end then counts, even if a process that it left holds the pipe. */
  #hasExited(): boolean {
    const { exitCode = null, signalCode = null, pid } = this.#child ?? {};
    return exitCode !== null || signalCode !== null || (pid !== undefined && isZombie(pid));
  }

  async #kill(graceMs: number): Promise<void> {
    const pid = this.#child?.pid;
    if (pid !== undefined) {
      await endGroup(pid, graceMs);
      // A command that changed its user may continue, and the step must not run twice at the same time.
      await groupGone(pid);
    }
    for (;;) {
      try {
        return await killLeftovers(this.#order.runId);
      } catch {
        // The system has no file descriptor left for it.
        await wait(retryMs);
      }
    }
  }

  /** Writes the outcome, unless it was dropped. */
  async #end(outcome: Outcome): Promise<void> {
    const { folder } = this.#order;
    if (!runs.delete(this)) return;
    for (;;) {
      try {
        writeOutcome(folder, outcome);
        break;
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "")) break;
        await wait(retryMs);
      }
    }
    // No later service takes over a run under a lease.
    if (isServiceGone && stopAt !== undefined) await rm(folder, { recursive: true, force: true });
    exitIfDone();
  }
}

/** Copies the output into the log, including that of processes that the command has left. */
async function copyOutput(fd: number, log: BoundedLog): Promise<void> {
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

/**
 * Exits once the service is gone and no run is left. `cat` takes over the pipes of processes that commands have left.
 */
function exitIfDone(): void {
  if (!isServiceGone || runs.size > 0) return;
  for (const fd of leftOpen)
    spawn("cat", { stdio: [fd, "ignore", "ignore"], detached: true, env: {} }).unref();
  void rmdir(runsFolder)
    .catch(() => {})
    .finally(() => process.exit());
}

// A signal that stops the service may reach this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    for (const run of runs) run.mayBeStopped = true;
  });

function receive(line: string): void {
  let message: SupervisorMessage;
  try {
    message = JSON.parse(line) as SupervisorMessage;
  } catch {
    // Ignored, so that the commands of other orders continue.
    return;
  }
  stopAt = message.stopAt;
  if (message.order === undefined) return;
  const run = new Run(message.order);
  runs.add(run);
  void run.run();
}

onLines(process.stdin, receive).on("end", () => {
  isServiceGone = true;
  exitIfDone();
});
