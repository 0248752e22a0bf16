import { spawn } from "node:child_process";
import { removeRunsFolder } from "./run/run-folder.ts";
import { SupervisedRun } from "./supervised-run.ts";
import type { SupervisorMessage } from "./supervisor.ts";

/** The runs of a supervisor, from its orders to its exit. */
export class Supervision {
  readonly #runsFolder: string;
  readonly #exit: () => void;
  readonly #runs = new Set<SupervisedRun>();
  /** Pipes that processes keep open after their command has exited. */
  readonly #leftOpen = new Set<number>();
  #stopAt = Infinity;
  #isServiceGone = false;

  /** @param exit called once the service is gone and no run is left. */
  constructor(runsFolder: string, exit: () => void) {
    this.#runsFolder = runsFolder;
    this.#exit = exit;
  }

  /** @throws SyntaxError when the line is not a message. */
  receive(line: string): void {
    const { order, stopAt = Infinity } = JSON.parse(line) as SupervisorMessage;
    this.#stopAt = stopAt;
    if (order === undefined) return;
    const run = new SupervisedRun(order, {
      stopAt: () => this.#stopAt,
      leftOpen: this.#leftOpen,
      // No later service takes over a run under a lease.
      isAbandoned: () => this.#isServiceGone && this.#stopAt < Infinity,
    });
    this.#runs.add(run);
    void run.run().finally(() => {
      this.#runs.delete(run);
      this.#exitIfDone();
    });
  }

  /** This process received a signal that stops the service; the commands may have received it too. */
  mayBeStopped(): void {
    for (const run of this.#runs) run.mayBeStopped = true;
  }

  /** The service has closed the pipe of orders, or is gone. */
  serviceIsGone(): void {
    this.#isServiceGone = true;
    this.#exitIfDone();
  }

  /** `cat` takes over the pipes of processes that commands have left. */
  #exitIfDone(): void {
    if (!this.#isServiceGone || this.#runs.size > 0) return;
    for (const fd of this.#leftOpen)
      spawn("cat", { stdio: [fd, "ignore", "ignore"], detached: true, env: {} })
        .on("error", () => {})
        .unref();
    void removeRunsFolder(this.#runsFolder).finally(this.#exit);
  }
}
