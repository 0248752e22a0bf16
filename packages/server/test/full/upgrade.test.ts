import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import { expectNothingLost, waitForWrites } from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { query } from "../postgres/query.ts";
import { takeTestDatabase } from "../postgres/test-database.ts";

/** How long no write may be acknowledged, in milliseconds: the second that a migration waits for a lock, and what then has to catch up. */
const gapLimitMs = 2_000;

/** The next release has a transaction of 15 s, which then locks the table of computers, and an index that takes 5 s. */
const nextMigrations = [
  {
    readableFrom: 1,
    sql: `select pg_sleep(15);
      alter table compute_host.computers add column extra text;
      create function compute_host.slowly(text) returns text immutable language plpgsql
        as 'begin perform pg_sleep(5); return $1; end'`,
  },
  {
    readableFrom: 1,
    sql: "create index concurrently slow on compute_host.api_keys (compute_host.slowly(name))",
  },
];
const nextRelease = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../faults/next-release.mjs")).href}`,
  NEXT_MIGRATIONS: JSON.stringify(nextMigrations),
};

/** Times of events, and the longest time between two of them. */
class Gaps {
  #last = performance.now();
  longestMs = 0;

  add(): void {
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, Math.round(now - this.#last));
    this.#last = now;
  }
}

/** Commits on a table of its own, all the time: a gap between them is the machine's, and no migration's. */
async function startControl(url: string, gaps: Gaps) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("create table public.control (number int)");
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await client.query("insert into public.control values (1)");
      gaps.add();
      await wait(20);
    }
    await client.query("drop table public.control");
    await client.end();
  })();
  return async () => {
    isStopped = true;
    await running;
  };
}

test("three nodes under load are upgraded beside a backup, restarted and rolled back: writes go on", async () => {
  const { url: databaseUrl } = await takeTestDatabase();
  await using service = await ServiceNodes.start({ count: 3, databaseUrl });
  const { calls, ids } = service;
  const versionIs = (version: number) =>
    expect
      .poll(() => query(databaseUrl, "select version from compute_host.schema_version"))
      .toEqual([{ version }]);
  const restart = async (index: number, release: Readonly<Record<string, string>> = {}) => {
    const old = service.nodes[index];
    expect((await old?.stop("SIGTERM"))?.exitCode).toBe(0);
    await service.startNode(index, release);
    await waitForWrites(service, 20);
  };
  const [writes, control] = [new Gaps(), new Gaps()];
  const stopControl = await startControl(databaseUrl, control);
  const load = startLoad({ calls, nodes: () => service.urls, computers: ids, retried: ids.slice(0, 2) });
  calls.onWrite = () => writes.add();
  await waitForWrites(service, 20);

  // What pg_dump does first, and keeps until its end.
  const backup = new pg.Client(databaseUrl);
  await backup.connect();
  await backup.query("begin isolation level repeatable read read only");
  await backup.query(
    "lock compute_host.computers, compute_host.jobs, compute_host.api_keys in access share mode",
  );
  const upgraded = service.startNode(3, nextRelease);
  await restart(0);
  // Longer than the transaction of the migration, which then waits for the backup in vain.
  await wait(20_000);
  await backup.query("commit");
  await backup.end();
  await versionIs(2);
  await restart(1);
  expect((await upgraded).written()).toContain("waits for a lock");
  await versionIs(3);
  for (const index of [0, 1, 2]) await restart(index, nextRelease);
  for (const index of [0, 1, 2, 3]) await restart(index);

  await load.stop();
  await stopControl();
  await expectNothingLost(
    service,
    "an upgrade beside a backup, restarts and a rollback",
    `longest time without an acknowledged write ${writes.longestMs} ms, without a commit of another table ${control.longestMs} ms`,
  );
  expect(writes.longestMs - control.longestMs).toBeLessThanOrEqual(gapLimitMs);
});
