import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One run of the command; times are milliseconds since the Unix epoch by the machine's clock. */
export interface StepRun {
  readonly computerId: string;
  readonly session: string;
  readonly attempt: number;
  readonly pid: number;
  readonly startedAt: number;
  /** When it last did something. */
  readonly lastSignAt: number;
  /** Whether it ended normally. */
  readonly hasEnded: boolean;
}

/** How often a run writes a sign of life, in milliseconds. */
const signIntervalMs = 100;

/** A step command that does nothing for some time, and logs when it ran. */
export class StepCommand {
  readonly path: string;
  readonly #log: string;
  readonly #gate: string;

  constructor(folder: string, durationMs: number) {
    this.path = join(folder, "step");
    this.#log = join(folder, "step.log");
    this.#gate = join(folder, "step.gate");
    writeFileSync(this.#log, "");
    const sign =
      'echo "$COMPUTE_HOST_COMPUTER_ID $COMPUTE_HOST_INSTALL_SESSION_ID $COMPUTE_HOST_ATTEMPT' +
      ` $$ $(date +%s%3N) $1" >> "${this.#log}"`;
    const script = [
      "#!/bin/sh",
      `sign() { ${sign}; }`,
      "sign start",
      `left=${Math.ceil(durationMs / signIntervalMs)}`,
      `while [ "$left" -gt 0 ] || [ -e "${this.#gate}" ]; do`,
      `sleep ${signIntervalMs / 1000}; sign goes-on; left=$((left - 1))`,
      "done",
      "sign end",
    ];
    writeFileSync(this.path, `${script.join("\n")}\n`);
    chmodSync(this.path, 0o755);
  }

  /** Keeps all runs from ending until {@link release}. */
  hold(): void {
    writeFileSync(this.#gate, "");
  }

  release(): void {
    rmSync(this.#gate, { force: true });
  }

  /** The settings of a service that runs it. */
  get environment(): Readonly<Record<string, string>> {
    return { COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: this.path };
  }

  /** Every run, ordered by start. */
  runs(): readonly StepRun[] {
    const runs = new Map<string, StepRun>();
    for (const line of readFileSync(this.#log, "utf8").split("\n").slice(0, -1)) {
      const [computerId = "", session = "", attempt, pid = "", at, sign] = line.split(" ");
      const key = `${session} ${pid}`;
      const { startedAt = Number(at) } = runs.get(key) ?? {};
      runs.set(key, {
        computerId,
        session,
        attempt: Number(attempt),
        pid: Number(pid),
        startedAt,
        lastSignAt: Number(at),
        hasEnded: sign === "end",
      });
    }
    return [...runs.values()].toSorted((a, b) => a.startedAt - b.startedAt);
  }

  /** Pairs of runs on a computer of which the later started before the earlier was over. */
  overlaps(): readonly (readonly [StepRun, StepRun])[] {
    const runs = this.runs();
    return runs.flatMap((run, index) =>
      runs
        .slice(index + 1)
        .filter((later) => later.computerId === run.computerId && later.startedAt <= run.lastSignAt)
        .map((later) => [run, later] as const),
    );
  }
}
