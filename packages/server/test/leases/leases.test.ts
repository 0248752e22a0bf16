import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { JobLeases } from "../../src/computers/computer-store.ts";
import { LeasedJobs } from "./leased-jobs.ts";
import { TestNode } from "./test-node.ts";

let jobs: LeasedJobs;

beforeEach(() => {
  jobs = new LeasedJobs();
});

/** Lets time pass in the database and on nodes; the others are stopped. */
async function pass(durationMs: number, ...nodes: readonly TestNode[]): Promise<void> {
  for (let passed = 0; passed < durationMs; passed += 250) {
    jobs.now += 250;
    await Promise.all(nodes.map(({ clock }) => clock.advance(250)));
  }
}

/** A node that has run the job of the computer `a` for some time. */
async function startJob(durationMs: number): Promise<TestNode> {
  const node = new TestNode(jobs);
  jobs.begin("a");
  await pass(durationMs, node);
  return node;
}

const statusOf = (id: string) => jobs.computers.get(id)?.status;

describe("a claim", () => {
  test("is renewed for as long as the step runs", async () => {
    const node = new TestNode(jobs);
    const other = new TestNode(jobs);
    jobs.begin("a");
    await pass(120_000, node, other);
    expect([node.runs.length, other.runs.length].sort()).toEqual([0, 1]);
    const run = [...node.runs, ...other.runs][0];
    expect(run?.isStopped()).toBe(false);
    run?.end({ status: "completed" });
    await pass(1_000, node, other);
    expect(statusOf("a")).toBe("active");
  });

  test.each<[string, () => Promise<never>]>([
    ["fails", () => Promise.reject(new Error("away"))],
    ["hangs", () => new Promise(() => {})],
  ])("whose renewal %s stops the step, and all of it, before another node begins", async (_how, query) => {
    const node = await startJob(5_000);
    node.cutOff(query);
    await pass(2_000, node);
    expect(node.run().isStopped()).toBe(false);
    const other = new TestNode(jobs);
    for (let passed = 0; other.runs.length === 0 && passed < 20_000; passed += 250) {
      await pass(250, node, other);
      expect(node.active + other.active).toBeLessThanOrEqual(1);
    }
    expect(node.run().isStopped()).toBe(true);
    expect(other.run().attempt).toBeGreaterThan(node.run().attempt);
    expect(other.run().step.installSessionId).toBe(node.run().step.installSessionId);
  });

  test("survives a database that is unreachable for four seconds", async () => {
    const node = await startJob(5_000);
    const goOn = node.cutOff(() => Promise.reject(new Error("away")));
    await pass(4_000, node);
    goOn();
    await pass(30_000, node);
    expect(node.run().isStopped()).toBe(false);
  });

  test("counts from its request: one that took too long starts nothing", async () => {
    const node = new TestNode(jobs);
    const { claimJobs } = node.store;
    node.store.claimJobs = async (limit) => {
      const claimed = await claimJobs(limit);
      if (claimed.length > 0) node.clock.skip(7_000);
      return claimed;
    };
    jobs.begin("a");
    await pass(500, node);
    expect(node.runs).toEqual([]);
    node.store.claimJobs = claimJobs;
    await pass(2_000, node);
    expect(node.runs).toHaveLength(1);
  });

  test("counts from the moment when its renewal was sent", async () => {
    const node = await startJob(1_000);
    const { renew } = jobs.leases;
    const renewSlowly: JobLeases["renew"] = async (held) => {
      const renewed = await renew(held);
      node.clock.skip(3_000);
      node.cutOff(() => new Promise(() => {}));
      return renewed;
    };
    Object.assign(node.store.leases ?? {}, { renew: renewSlowly });
    await pass(4_000, node);
    expect(node.run().isStopped()).toBe(false);
    await pass(1_000, node);
    expect(node.run().isStopped()).toBe(true);
  });

  test("does not depend on the nodes' clocks", async () => {
    const node = new TestNode(jobs);
    const other = new TestNode(jobs);
    jobs.begin("a");
    await pass(3_000, node, other);
    node.clock.wallMs = 3_600_000;
    other.clock.wallMs = -3_600_000;
    await pass(30_000, node, other);
    node.clock.wallMs = -7_200_000;
    await pass(30_000, node, other);
    expect([...node.runs, ...other.runs].map((run) => run.isStopped())).toEqual([false]);
  });
});

describe("a result that cannot be written", () => {
  const away = () => Promise.reject(new Error("away"));

  /** Ends a step while the database is away, until its lease has ended too. */
  async function endWhileAway(): Promise<TestNode> {
    const node = await startJob(1_000);
    node.cutOff(away);
    node.run().end({ status: "completed" });
    await pass(20_000, node);
    expect(node.run().isStopped()).toBe(true);
    return node;
  }

  test("is written when the database is back, even after the lease", async () => {
    const node = await endWhileAway();
    node.store.advanceJob = jobs.store.advanceJob;
    await pass(1_500, node);
    expect(statusOf("a")).toBe("active");
    expect(node.runs).toHaveLength(1);
  });

  test("is refused if another node has the job by then, and leaves that one's work alone", async () => {
    const node = await endWhileAway();
    const other = new TestNode(jobs);
    await pass(1_000, other);
    node.store.advanceJob = jobs.store.advanceJob;
    await pass(5_000, node, other);
    expect(statusOf("a")).toBe("provisioning");
    expect(other.run().isStopped()).toBe(false);
  });

  test("does not keep its node from stopping", async () => {
    const node = await endWhileAway();
    const stopped = node.runner.stop();
    await pass(1_000, node);
    await stopped;
    expect(statusOf("a")).toBe("provisioning");
  });
});

describe("a node that was stopped past the end of its claim", () => {
  test("does not write its pending result", async () => {
    const node = await startJob(1_000);
    jobs.now += 60_000;
    node.clock.skip(60_000);
    node.run().end({ status: "failed", error: "too late" });
    await nextTurn();
    await nextTurn();
    expect(statusOf("a")).toBe("provisioning");
    expect(node.run().isStopped()).toBe(true);
  });

  test("starts no further step", async () => {
    const node = new TestNode(jobs);
    const { advanceJob } = node.store;
    // Stopped in the middle of a write: the database has done it, and the process hears of it a minute later.
    node.store.advanceJob = async (job, advance) => {
      const computer = await advanceJob(job, advance);
      jobs.now += 60_000;
      node.clock.skip(60_000);
      node.store.claimJobs = async () => [];
      return computer;
    };
    jobs.begin("a");
    await nextTurn();
    await nextTurn();
    expect(node.runs).toEqual([]);
  });

  test("leaves the next node's work alone", async () => {
    const node = await startJob(1_000);
    const other = new TestNode(jobs);
    await pass(11_500, other);
    node.clock.skip(11_500);
    other.run().end({ status: "completed" });
    await pass(250, other);
    node.run().end({ status: "failed", error: "too late" });
    await pass(10_000, node, other);
    expect(statusOf("a")).toBe("active");
  });
});

test("a job whose node is gone starts on another one within 12 seconds, without a notification", async () => {
  const gone = new TestNode(jobs);
  jobs.begin("a");
  await pass(1_900, gone);
  const other = new TestNode(jobs);
  await pass(12_000, other);
  expect(other.run().attempt).toBeGreaterThan(gone.run().attempt);
});

test("a job that is replaced begins when the command of the earlier one has ended, on any node", async () => {
  const node = new TestNode(jobs);
  const other = new TestNode(jobs);
  jobs.begin("a");
  await pass(1_000, node, other);
  const [earlier] = [...node.runs, ...other.runs];
  jobs.begin("a");
  await pass(500, node, other);
  expect(earlier?.isStopped()).toBe(true);
  expect([...node.runs, ...other.runs]).toHaveLength(1);
  await pass(1_000, node, other);
  const [later] = [...node.runs, ...other.runs].filter((run) => run !== earlier);
  expect(later?.attempt).toBeGreaterThan(earlier?.attempt ?? Number.NaN);
  earlier?.end({ status: "failed", error: "too late" });
  later?.end({ status: "completed" });
  await pass(1_000, node, other);
  expect(statusOf("a")).toBe("active");
});

test("a replaced command that cannot be killed keeps its claim until it ends", async () => {
  const released = Promise.withResolvers<void>();
  const node = await startJob(1_000);
  jobs.begin("a");
  node.run().end({ status: "failed", error: "stuck", released: released.promise });
  await pass(60_000, node);
  expect(node.runs).toHaveLength(1);
  released.resolve();
  await pass(1_000, node);
  expect(node.runs).toHaveLength(2);
});

test("the step of a computer that is removed stops with the next renewal", async () => {
  const node = await startJob(1_000);
  jobs.remove("a");
  await pass(2_500, node);
  expect(node.run().isStopped()).toBe(true);
  expect(jobs.computers.size).toBe(0);
});

test("a node that stops immediately hands over its jobs, and leaves no claim behind", async () => {
  const node = new TestNode(jobs);
  for (const id of ["a", "b", "c"]) jobs.begin(id);
  await pass(1_000, node);
  const other = new TestNode(jobs);
  await pass(1_000, node, other);
  expect(other.runs).toEqual([]);
  const stopped = node.runner.stop();
  await pass(1_000, node);
  await stopped;
  await pass(250, other);
  expect(other.runs.map(({ computer }) => computer.id).sort()).toEqual(["a", "b", "c"]);
  expect(node.active).toBe(0);
});

test("a node that stops while it claims releases the jobs that it got", async () => {
  const node = new TestNode(jobs);
  await pass(1_000, node);
  const { claimJobs } = node.store;
  const gate = Promise.withResolvers<void>();
  node.store.claimJobs = async (limit) => {
    const claimed = await claimJobs(limit);
    await gate.promise;
    return claimed;
  };
  jobs.begin("a");
  await nextTurn();
  expect(jobs.isClaimed("a")).toBe(true);
  const stopped = node.runner.stop();
  gate.resolve();
  await stopped;
  expect(node.runs).toEqual([]);
  expect(jobs.isClaimed("a")).toBe(false);
});

test("a write with an unknown outcome is repeated, and ends no step that has not run", async () => {
  const node = new TestNode(jobs);
  const { advanceJob } = node.store;
  let writes = 0;
  node.store.advanceJob = async (job, advance) => {
    const computer = await advanceJob(job, advance);
    // The second write ends the first step.
    if (++writes === 2) throw new Error("the connection was lost at the commit");
    return computer;
  };
  jobs.begin("a", "install-deps", "warm-up");
  await pass(500, node);
  node.run().end({ status: "completed" });
  await pass(2_000, node);
  expect(node.runs.map(({ step }) => step.id)).toEqual(["install-deps", "warm-up"]);
  expect(statusOf("a")).toBe("provisioning");
  node.run(1).end({ status: "completed" });
  await pass(500, node);
  expect(statusOf("a")).toBe("active");
});

test("a draining node starts no job, and continues those that it has", async () => {
  const node = await startJob(1_000);
  node.runner.drain();
  jobs.begin("b");
  await pass(30_000, node);
  expect(node.runs.map((run) => [run.computer.id, run.isStopped()])).toEqual([["a", false]]);
});

test("a node that waits for its steps keeps their leases, and leaves the next step to another node", async () => {
  const node = new TestNode(jobs);
  jobs.begin("a", "install-deps", "warm-up");
  await pass(1_000, node);
  node.runner.drain();
  const finished = node.runner.finishSteps(900_000);
  const other = new TestNode(jobs);
  await pass(120_000, node, other);
  expect([other.runs, node.run().isStopped()]).toEqual([[], false]);
  node.run().end({ status: "completed" });
  await pass(1_000, node, other);
  await finished;
  expect(node.runs).toHaveLength(1);
  expect(other.run().step.id).toBe("warm-up");
});

test("a node waits for its steps up to the limit, and stops them when it stops", async () => {
  const node = await startJob(1_000);
  node.runner.drain();
  const finished = node.runner.finishSteps(60_000).then(() => node.clock.elapsed());
  await pass(61_000, node);
  expect([await finished, node.run().isStopped()]).toEqual([61_000, false]);
  const stopped = node.runner.stop();
  await pass(1_000, node);
  await stopped;
  expect([node.run().isStopped(), jobs.isClaimed("a")]).toEqual([true, false]);
});
