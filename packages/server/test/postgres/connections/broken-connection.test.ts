import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStorage } from "../../../src/storage/open-storage.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { type ProxyDecision, TcpProxy } from "../../faults/tcp-proxy.ts";
import { addComputers, changeComputer, sampleComputer } from "../../storage/sample-computers.ts";
import { query } from "../query.ts";
import { type TestDatabase, takePreparedDatabase } from "../test-database.ts";
import { renameAfterPause } from "./rename-after-pause.ts";

/** How long a new connection may take, as in docs/postgresql.md, in milliseconds. */
const connectionLimitMs = 5_000;

let database: TestDatabase;
let proxy: TcpProxy;
let storage: Storage;

beforeEach(async () => {
  database = await takePreparedDatabase();
  const url = new URL(database.url);
  proxy = await TcpProxy.start(Number(url.port));
  url.port = String(proxy.port);
  storage = await openStorage({ databaseUrl: url.href });
  await addComputers(storage.computers, "a", "b");
});

afterEach(async () => {
  await storage.close();
  await proxy[Symbol.asyncDispose]();
  await database.release();
});

async function nameInDatabase(id: string): Promise<unknown> {
  const rows = await query(database.url, "select name from compute_host.computers where id = $1", [id]);
  return (rows[0] as { name: string }).name;
}

/** Waits for a time, counted in this process's turns, which a busy machine delays as much as its other work. */
async function turnsOf(durationMs: number): Promise<void> {
  for (let turn = 0; turn < durationMs / 50; turn++) await wait(50, undefined, { ref: false });
}

/** Breaks the first connections on which this text is sent. */
function breakOnce(text: string, decision: ProxyDecision, times = 1): void {
  let left = times;
  proxy.decide = (sent) => {
    if (left === 0 || !sent.includes(text)) return "pass";
    left -= 1;
    return decision;
  };
}

describe("a connection that breaks", () => {
  test.each([
    ["before the commit, which then does not happen: the write is repeated", "cut-before", 2],
    ["after the commit, which then happens: the write is not repeated", "cut-after", 1],
  ] as const)("%s", async (_when, decision, runs) => {
    let calls = 0;
    breakOnce("commit", decision);
    const text = await storage.computers.change({ id: "a", ownerId: "usr_ada" }, (computer) => {
      calls += 1;
      return { computer: { ...computer, name: "renamed" }, startsJob: false };
    });
    expect(text).toContain('"name":"renamed"');
    expect(await nameInDatabase("a")).toBe("renamed");
    expect(calls).toBe(runs);
  });

  test("at the commit of a write that changes nothing does not fail that write", async () => {
    const remove = () => storage.computers.remove({ id: "none", ownerId: "usr_ada" });
    expect(await remove()).toBe(false);
    breakOnce("commit", "cut-after");
    expect(await remove()).toBe(false);
  });

  test.each([
    ["in a read", "from computers"],
    ["while it is opened", "set_config"],
  ])("%s three times does not fail the read, which is repeated as often as a write", async (_when, text) => {
    proxy.closeConnections();
    breakOnce(text, "cut-before", 3);
    expect(await storage.computers.get({ id: "a", ownerId: "usr_ada" })).toContain('"id":"a"');
  });

  test("because its node paused in the transaction does not fail the write, which is repeated", async () => {
    expect(await renameAfterPause(storage, "a", database.url)).toContain('"name":"call-2"');
    expect(await nameInDatabase("a")).toBe("call-2");
  });

  test("is replaced once: neither a write nor a read waits for one connection after another", async () => {
    proxy.let("hold");
    proxy.closeConnections();
    const operations = [
      changeComputer(storage.computers, "a", { name: "x" }),
      storage.computers.get({ id: "a", ownerId: "usr_ada" }),
    ];
    const late = turnsOf(2 * connectionLimitMs);
    await Promise.all(
      operations.map((operation) =>
        expect(Promise.race([operation, late])).rejects.toMatchObject({ isUnprocessed: true }),
      ),
    );
  });

  test("loses neither a lease nor a job, even if the computer's ID is that of a transaction", async () => {
    const rows = await query(database.url, "select pg_current_xact_id()::text as id");
    const { id } = rows[0] as { id: string };
    const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
    await addComputers(storage.computers, sampleComputer({ id, provisioningSteps }));
    const jobs = await storage.computers.claimJobs(1);
    breakOnce("commit", "cut-after");
    expect(await storage.computers.leases.renew()).toHaveLength(1);
    breakOnce("commit", "cut-before");
    await storage.computers.leases.release(jobs).catch(() => {});
    expect(await storage.computers.claimJobs(1)).toMatchObject([{ computerId: id }]);
  });

  test("leaves the outcome of creating a key unknown", async () => {
    breakOnce("insert into api_keys", "cut-after");
    const key = { id: "key_1", name: "ci", ownerId: "o", ownerKind: "user", sha256: "ab", createdAt: 1 };
    await expect(storage.apiKeys.insert([key])).rejects.toMatchObject({ isUnprocessed: false });
  });
});
