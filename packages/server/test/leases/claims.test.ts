import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import {
  anyOwner,
  type JobLeases,
  type ProvisioningJob,
  wholeList,
} from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { query } from "../postgres/query.ts";
import { type TestDatabase, takePreparedDatabase } from "../postgres/test-database.ts";
import { transactionElsewhere } from "../postgres/transaction-elsewhere.ts";
import { sampleComputer, startJob } from "../storage/sample-computers.ts";

let database: TestDatabase;
let nodes: readonly Storage[];

beforeEach(async () => {
  database = await takePreparedDatabase();
  nodes = await Promise.all(
    [1, 2, 3].map((index) => openStorage({ databaseUrl: database.url, nodeName: `node-${index}` })),
  );
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.release();
});

const sql = (text: string, values: readonly unknown[] = []) => query(database.url, text, values);

function node(index: number): { readonly store: Storage["computers"]; readonly leases: JobLeases } {
  const store = nodes[index]?.computers;
  if (store === undefined) throw new Error("no node");
  return { store, leases: store.leases };
}

async function addJobs(...ids: readonly string[]): Promise<void> {
  const steps = [{ id: "install-deps", name: "Install", status: "pending" }];
  await node(0).store.add(ids.map((id) => sampleComputer({ id, provisioningSteps: steps })));
}

async function claimOne(index: number): Promise<ProvisioningJob> {
  const [job] = await node(index).store.claimJobs(1);
  if (job === undefined) throw new Error("nothing to claim");
  return job;
}

const replace = (id: string) => startJob(node(0).store, id);

const rename = (computer: StoredComputer) => ({ computer: { ...computer, name: "late" }, ends: true });

/** Locks rows of a table in a transaction of another session; the returned function rolls it back. */
const lockRow = (table: string, condition: string) =>
  transactionElsewhere(database.url, `select from compute_host.${table} where ${condition} for update`);

/** Ends all leases now, as if they had run out. */
const endLeases = () => sql("update compute_host.nodes set lease_until = 0");

describe("claims of several nodes", () => {
  test("that race for 300 jobs get each job once, with unique attempts", async () => {
    await addJobs(...Array.from({ length: 300 }, (_, index) => `c${index}`));
    const claimed: ProvisioningJob[] = [];
    const claimAll = async (index: number): Promise<void> => {
      const jobs = await node(index).store.claimJobs(7);
      claimed.push(...jobs);
      if (jobs.length > 0) await claimAll(index);
    };
    await Promise.all([0, 1, 2, 0, 1, 2].map(claimAll));
    expect(claimed).toHaveLength(300);
    expect(new Set(claimed.map(({ computerId }) => computerId)).size).toBe(300);
    expect(new Set(claimed.map(({ attempt }) => attempt)).size).toBe(300);
  });

  test("do not wait for a job that another node's transaction has locked", async () => {
    await addJobs("a", "b");
    const rollBack = await lockRow("jobs", "computer_id = 'a'");
    expect((await node(1).store.claimJobs(10)).map(({ computerId }) => computerId)).toEqual(["b"]);
    await rollBack();
    expect((await node(2).store.claimJobs(10)).map(({ computerId }) => computerId)).toEqual(["a"]);
  });

  test("get the oldest job first", async () => {
    await addJobs("b", "a", "c");
    expect((await claimOne(0)).computerId).toBe("b");
    expect((await claimOne(1)).computerId).toBe("a");
  });
});

describe("a lease", () => {
  test("that ended goes to another node with a higher attempt, and is useless to the previous one", async () => {
    await addJobs("a");
    const late = await claimOne(0);
    expect(await node(1).store.claimJobs(10)).toEqual([]);
    await endLeases();
    const later = await claimOne(1);
    expect(later.attempt).toBeGreaterThan(late.attempt);
    expect(await node(0).leases.renew()).toEqual([]);
    expect(await node(0).store.advanceJob(late, rename)).toBeUndefined();
    await node(0).leases.release([late]);
    expect(await node(2).store.claimJobs(10)).toEqual([]);
    expect(await node(1).leases.renew()).toEqual([{ attempt: later.attempt, isReplaced: false }]);
    expect(await node(1).store.advanceJob(later, rename)).toMatchObject({ name: "late" });
    expect(await node(1).store.counts()).toEqual({ computers: 1, jobs: 0 });
  });

  test("that ended but was not taken is renewed", async () => {
    await addJobs("a");
    const job = await claimOne(0);
    await endLeases();
    expect(await node(0).leases.renew()).toEqual([{ attempt: job.attempt, isReplaced: false }]);
    expect(await node(1).store.claimJobs(10)).toEqual([]);
  });

  test("that ended keeps a job that another session has locked, and other jobs do not wait for it", async () => {
    await addJobs("a", "b");
    await node(0).store.claimJobs(10);
    await endLeases();
    const rollBack = await lockRow("jobs", "computer_id = 'a'");
    const claimed = async () => (await node(1).store.claimJobs(10)).map(({ computerId }) => computerId);
    expect(await claimed()).toEqual(["b"]);
    expect(await claimed()).toEqual([]);
    await rollBack();
    expect(await claimed()).toEqual(["a"]);
  });

  test("that ended frees its jobs although another session has locked its node's row", async () => {
    await addJobs("a");
    await claimOne(0);
    await endLeases();
    const rollBack = await lockRow("nodes", "name = 'node-1'");
    expect((await claimOne(1)).computerId).toBe("a");
    await rollBack();
  });

  test("goes on while another session has locked its node's row, with further claims", async () => {
    await addJobs("a");
    const first = await claimOne(0);
    const rollBack = await lockRow("nodes", "name = 'node-1'");
    await addJobs("b");
    const second = await claimOne(0);
    const renewed = [first, second].map(({ attempt }) => ({ attempt, isReplaced: false }));
    expect(await node(0).leases.renew()).toEqual(expect.arrayContaining(renewed));
    await sql(
      "update compute_host.nodes set lease_until = 0 where id in (select node from compute_host.jobs)",
    );
    expect(await node(0).leases.renew()).toHaveLength(2);
    expect(await node(1).store.claimJobs(10)).toEqual([]);
    await rollBack();
    expect(await node(1).store.claimJobs(10)).toEqual([]);
  });

  test("of a job is released with others, although another session has locked one of them", async () => {
    await addJobs("a", "b");
    const jobs = await node(0).store.claimJobs(10);
    const rollBack = await lockRow("jobs", "computer_id = 'a'");
    await node(0).leases.release(jobs);
    expect((await node(1).store.claimJobs(10)).map(({ computerId }) => computerId)).toEqual(["b"]);
    await rollBack();
    expect((await claimOne(0)).computerId).toBe("a");
  });

  test("of a job that could not be released is released by a later claim, also if the next one fails", async () => {
    await addJobs("a");
    const jobs = await node(0).store.claimJobs(10);
    const unlock = await lockRow("jobs", "computer_id = 'a'");
    await node(0).leases.release(jobs);
    await unlock();
    const unlockTable = await transactionElsewhere(database.url, "lock compute_host.jobs in exclusive mode");
    await expect(node(0).store.claimJobs(10)).rejects.toMatchObject({ name: "StorageError" });
    await unlockTable();
    expect((await claimOne(0)).computerId).toBe("a");
  });

  const renameTable = "alter table compute_host.jobs rename to jobs_elsewhere";
  const renameBack = "alter table compute_host.jobs_elsewhere rename to jobs";

  test("is not taken by a node that noticed an outage, because its node may have been unable to renew it", async () => {
    await addJobs("a");
    await claimOne(0);
    await endLeases();
    await addJobs("b");
    const failedAt = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(failedAt);
    onTestFinished(() => clock.mockRestore());
    await sql(renameTable);
    await expect(node(1).store.claimJobs(10)).rejects.toMatchObject({ name: "StorageError" });
    await sql(renameBack);
    expect((await node(1).store.claimJobs(10)).map(({ computerId }) => computerId)).toEqual(["b"]);
    clock.mockReturnValue(failedAt + 10_001);
    expect((await node(1).store.claimJobs(10)).map(({ computerId }) => computerId)).toEqual(["a"]);
  });

  test("that ended is taken by a node that only had to wait for a lock", async () => {
    await addJobs("a");
    await claimOne(0);
    await endLeases();
    const rollBack = await transactionElsewhere(
      database.url,
      "lock table compute_host.jobs in access exclusive mode",
    );
    await expect(node(1).store.claimJobs(10)).rejects.toMatchObject({ name: "StorageError" });
    await rollBack();
    expect((await claimOne(1)).computerId).toBe("a");
  });

  test("lasts as long as configured, by the database's clock, from each renewal", async () => {
    const storage = await openStorage({ databaseUrl: database.url, leaseMs: 60_000 });
    onTestFinished(() => storage.close());
    await addJobs("a");
    const left = `select (lease_until / 1e6 - extract(epoch from now()))::int as seconds
      from compute_host.nodes order by seconds desc limit 1`;
    await storage.computers.claimJobs(1);
    expect(await sql(left)).toMatchObject([{ seconds: expect.closeTo(60, -1) as number }]);
    await endLeases();
    await storage.computers.leases.renew();
    expect(await sql(left)).toMatchObject([{ seconds: expect.closeTo(60, -1) as number }]);
  });

  test("of a replaced job lasts until it is released, but its writes are refused immediately", async () => {
    await addJobs("a");
    const earlier = await claimOne(0);
    await replace("a");
    expect(await node(0).store.advanceJob(earlier, rename)).toBeUndefined();
    expect(await node(1).store.claimJobs(10)).toEqual([]);
    expect(await node(0).leases.renew()).toEqual([{ attempt: earlier.attempt, isReplaced: true }]);
    expect(await node(1).store.claimJobs(10)).toEqual([]);
    await node(0).leases.release([earlier]);
    expect((await claimOne(1)).attempt).toBeGreaterThan(earlier.attempt);
  });

  test("of a removed computer is not renewed", async () => {
    await addJobs("a", "b");
    const jobs = await node(0).store.claimJobs(10);
    await node(1).store.remove({ id: "a", ownerId: anyOwner });
    expect(await node(0).leases.renew()).toEqual([{ attempt: jobs[1]?.attempt, isReplaced: false }]);
  });
});

test("renewals continue while requests keep every other connection busy", async () => {
  const [small] = nodes;
  await small?.close();
  const busy = await openStorage({ databaseUrl: database.url, maxConnections: 2 });
  nodes = [busy, ...nodes.slice(1)];
  await addJobs("a");
  const job = await claimOne(0);
  const rollBack = await transactionElsewhere(
    database.url,
    "lock table compute_host.computers in access exclusive mode",
  );
  const reads = Array.from({ length: 10 }, async (_, index) =>
    busy.computers.list({ ...wholeList, ownerId: `usr_${index}`, withSteps: false }),
  );
  expect(await node(0).leases.renew()).toEqual([{ attempt: job.attempt, isReplaced: false }]);
  await rollBack();
  await Promise.all(reads);
});

test("the database reports how long a job has waited, and each node its claims and takeovers", async () => {
  const waited = () => node(0).store.oldestJobSeconds();
  expect(await waited()).toBeLessThan(60);
  await addJobs("a", "b");
  await sql("update compute_host.jobs set position = position - 90500000 where computer_id = 'a'");
  expect(await waited()).toBeGreaterThanOrEqual(90);
  const job = await claimOne(0);
  await claimOne(1);
  expect(await waited()).toBeLessThan(60);
  await sql("update compute_host.nodes set lease_until = 0 where name = 'node-1'");
  expect(await claimOne(2)).toMatchObject({ computerId: job.computerId });
  expect(nodes.map(({ cluster }) => cluster?.figures())).toMatchObject([
    { claims: 1, takeovers: 0 },
    { claims: 1, takeovers: 0 },
    { claims: 1, takeovers: 1, refusedConnections: 0, connections: { open: 1, idle: 1, waiting: 0 } },
  ]);
  // A job that replaced another waits from then on.
  await replace(job.computerId);
  await endLeases();
  expect(await waited()).toBeLessThan(60);
});
