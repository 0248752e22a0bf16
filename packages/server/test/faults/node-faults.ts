import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import type { Workplace } from "../commands/run-command.ts";
import { SyncFault } from "../durability/sync-fault.ts";
import { type Fault, onBothEngines } from "./fault.ts";
import type { Lab } from "./lab.ts";

/** Options for a held installation: no others, and a step that takes 1 s once released. */
const held = { engine: "PostgreSQL", computers: 3, installs: 0, stepMs: 1_000 } as const;

/** What happens to an installing node, by index, and how that ends; another node takes the installation over. */
interface Takeover extends Partial<Fault> {
  readonly begin: (lab: Lab, index: number) => unknown;
  readonly end?: (lab: Lab, index: number) => unknown;
  /** Whether the first node's command ends normally before that. */
  readonly endsByItself?: boolean;
}

export const takeover = (
  name: string,
  { begin, end, endsByItself = false, ...options }: Takeover,
): Fault => ({
  ...held,
  ...options,
  name,
  async run(lab) {
    const index = await lab.holdInstallation();
    await begin(lab, index);
    if (endsByItself) lab.step.release();
    await lab.takeover();
    if (!endsByItself) lab.step.release();
    await end?.(lab, index);
    expect(lab.runsOfLast()[0]?.hasEnded).toBe(endsByItself);
  },
});

/** Kills each node during its writes, and starts it again. */
export const killOfNodes: Fault = {
  engine: "PostgreSQL",
  name: "kill -9 of each node during its writes",
  async run(lab) {
    for (const index of [0, 1, 2]) {
      await lab.load.inWrites(() => lab.node(index).stop("SIGKILL"));
      await lab.startNode(index);
    }
    await lab.load.acknowledges(20);
  },
};

/** A command survives its service; the restarted service waits for it and does not run it again. */
export const killOfService = (times: number): Fault => ({
  engine: "SQLite",
  name: `kill -9 of the service during its writes, ${times} times`,
  async run(lab) {
    let logged = 0;
    for (let kill = 0; kill < times; kill++) {
      await lab.load.inWrites(() => lab.node(0).stop("SIGKILL"));
      expect(integrityOf(lab.place)).toBe("ok");
      logged += lab.node(0).written().split('"msg":"write accepted"').length - 1;
      expect(logged, "a line in the log precedes the response").toBeGreaterThanOrEqual(lab.load.acknowledged);
      await lab.startNode(0);
    }
    await lab.load.acknowledges(20);
    await lab.load.stop();
    lab.expectNoStepAgain();
  },
});

/** Checks a copy of the files, because opening a database changes them. */
function integrityOf({ databasePath, folder }: Workplace): unknown {
  const copy = join(folder, "copy.db");
  for (const suffix of ["", "-wal"])
    if (existsSync(databasePath + suffix)) copyFileSync(databasePath + suffix, copy + suffix);
  const database = new DatabaseSync(copy);
  try {
    return database.prepare("pragma integrity_check").get()?.integrity_check;
  } finally {
    database.close();
  }
}

export const killInInstallation = takeover("kill -9 of a node during an installation", {
  begin: (lab, index) => lab.node(index).stop("SIGKILL"),
  end: (lab, index) => lab.startNode(index),
});

/** Leases are far longer than any wait here, so another node gets the job only if the first one releases it. */
const shutdownInInstallation = takeover("SIGTERM of a node during an installation", {
  environment: { COMPUTE_HOST_SHUTDOWN_STEPS: "kill", COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: "600" },
  begin: (lab, index) => lab.restartNode(index),
});

const stopPastLease = (endsByItself: boolean) =>
  takeover(`SIGSTOP of a node past its lease; its command ${endsByItself ? "ends by itself" : "is held"}`, {
    begin: (lab, index) => lab.node(index).process.kill("SIGSTOP"),
    end: (lab, index) => lab.node(index).process.kill("SIGCONT"),
    endsByItself,
  });

export const rollingRestart: Fault = {
  engine: "PostgreSQL",
  name: "a rolling restart behind a load balancer fails no call",
  environment: { COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "2" },
  async run(lab) {
    for (const index of [0, 1, 2]) {
      await lab.load.acknowledges(40);
      await lab.restartNode(index);
    }
    await lab.load.stop();
    expect([...lab.load.outcomes.keys()].filter((outcome) => !/ (?:200|202|409)$/.test(outcome))).toEqual([]);
  },
};

/** Limits each node's file descriptors to about those that it has open. */
const noDescriptors = onBothEngines({
  name: "no file descriptors",
  needs: "prlimit" as const,
  async run(lab: Lab) {
    const limit = (soft: (pid: number) => string) => {
      for (const { process } of lab.nodes) {
        const pid = process.pid as number;
        expect(spawnSync("prlimit", ["--pid", `${pid}`, `--nofile=${soft(pid)}:`]).status).toBe(0);
      }
    };
    limit((pid) => `${readdirSync(`/proc/${pid}/fd`).length + 1}`);
    await expect.poll(() => lab.nodes.some(({ written }) => written().includes("EMFILE"))).toBe(true);
    limit(() => "4096");
    await lab.load.acknowledges(100);
  },
});

export const fullDisk = onBothEngines({
  name: "a full disk",
  needs: "mount" as const,
  diskMiB: 200,
  // A shutdown that waits for a step also waits for its result, which cannot be written to a full disk.
  environment: { COMPUTE_HOST_SHUTDOWN_STEPS: "kill" },
  async run(lab: Lab) {
    lab.disk.fill(0);
    await expect.poll(() => lab.metric("storage_writes_up")).toContain("0");
    // The line comes through a pipe, and so may arrive after the response.
    await expect.poll(() => lab.node(0).written()).toContain("free some space");
    lab.disk.empty();
    await lab.load.acknowledges(100);
    lab.disk.fill(0);
    await expect.poll(() => lab.metric("storage_writes_up")).toContain("0");
    expect((await lab.node(0).stop("SIGTERM")).exitCode).toBe(0);
    lab.disk.empty();
    await lab.startNode(0);
    await lab.load.acknowledges(100);
  },
});

/**
 * The same without a mount: bash counts in blocks of 1024 bytes, and the write-ahead log would grow to four times as
 * much.
 */
export const fullFile: Fault = {
  engine: "SQLite",
  name: "a limit on the size of files",
  launcher: ["bash", "-c", 'ulimit -S -f 1024 && exec "$0" "$@"'],
  async run(lab) {
    await expect.poll(() => lab.load.count(/^write 503$/)).toBeGreaterThan(50);
    expect(lab.load.count(/ 500$/)).toBe(0);
    await lab.node(0).stop("SIGKILL");
    lab.place.launcher = [];
    await lab.startNode(0);
    await lab.load.acknowledges(100);
  },
};

/** How many writes the load's callers can have in flight when syncs begin to fail. */
const maxInFlight = 16;

/** A write that is acknowledged while no sync works is not on the disk. */
export const noSync: Fault = {
  engine: "SQLite",
  name: "a disk that syncs nothing",
  needs: "strace",
  async run(lab) {
    const { load } = lab;
    const fault = await SyncFault.inject(lab.node(0).process.pid as number);
    const before = load.acknowledged;
    const isClear = () => load.count(/^write 5/) > 100 || load.acknowledged > before + maxInFlight;
    await expect.poll(isClear).toBe(true);
    expect(load.acknowledged - before, "writes acknowledged without a sync").toBeLessThanOrEqual(maxInFlight);
    await fault[Symbol.asyncDispose]();
    await load.acknowledges(100);
  },
};

export const nodeFaults: readonly Fault[] = [
  killOfService(20),
  killOfNodes,
  killInInstallation,
  shutdownInInstallation,
  stopPastLease(false),
  stopPastLease(true),
  rollingRestart,
  ...noDescriptors,
  ...fullDisk,
  fullFile,
  noSync,
];
