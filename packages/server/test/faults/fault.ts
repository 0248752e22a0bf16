import { spawnSync } from "node:child_process";
import { test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { SyncFault } from "../durability/sync-fault.ts";
import { pgBouncer } from "../postgres/pgbouncer.ts";
import { Lab, type LabOptions } from "./lab.ts";

/** What happens to nodes under load. */
export interface Fault extends LabOptions {
  readonly name: string;
  /** What the machine has to allow. */
  readonly needs?: keyof typeof missing;
  /** Starts the fault and ends it; the lab judges what callers and steps saw. */
  readonly run: (lab: Lab) => Promise<unknown>;
}

const missing = {
  mount: SmallFileSystem.isAllowed ? undefined : "mounting is not allowed",
  pgbouncer: pgBouncer.missing,
  strace: SyncFault.isAllowed ? undefined : "strace is missing, or may not attach",
  prlimit: spawnSync("prlimit", ["--version"]).error ? "prlimit is missing: install util-linux" : undefined,
} as const;

/** Declares a test of each fault. */
export function testFaults(faults: readonly Fault[]): void {
  for (const fault of faults) {
    const needed = fault.needs && missing[fault.needs];
    const engine = {
      name: `${fault.engine}: ${fault.name}`,
      ...(needed !== undefined && { missing: needed }),
    };
    describeEngines([engine], () => {
      test("nothing is lost, and no step runs twice at the same time", async () => {
        await using lab = await Lab.start(fault);
        lab.load.start();
        await lab.load.acknowledges(20);
        await fault.run(lab);
        await lab.judge();
      });
    });
  }
}

/** The same faults on both engines. */
export function onBothEngines(...faults: readonly Omit<Fault, "engine">[]): readonly Fault[] {
  return faults.flatMap((fault) =>
    (["SQLite", "PostgreSQL"] as const).map((engine) => ({ ...fault, engine })),
  );
}
