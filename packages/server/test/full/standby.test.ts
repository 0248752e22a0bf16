import { expect, test } from "vitest";
import { expectNothingLost, waitForWrites } from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { query } from "../postgres/query.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";
import { get } from "../run-command.ts";

/** How many sessions of two nodes may wait for the standby: of each, two groups of writes, one that waited for locks, and one for jobs. */
const maxWaiting = 8;

test("while a synchronous standby is away, two nodes read, refuse writes at once and say why", async () => {
  await using stack = new AsyncDisposableStack();
  const primary = stack.use(await TemporaryPostgres.start());
  const databaseUrl = primary.server.url(await primary.createDatabase());
  const standby = stack.use(await TemporaryPostgres.standbyOf(primary));
  await query(primary.url, "alter system set synchronous_standby_names = '*'");
  await query(primary.url, "select pg_reload_conf()");
  const replicas = () => query(primary.url, "select sync_state from pg_stat_replication");
  await expect.poll(replicas).toEqual([{ sync_state: "sync" }]);
  const service = stack.use(await ServiceNodes.start({ count: 2, databaseUrl, stepMs: 300 }));
  const { calls, ids, urls } = service;
  const load = startLoad({ calls, nodes: () => urls, computers: ids, retried: ids.slice(0, 4) });
  await waitForWrites(service, 40);
  await standby.server.stop();

  const count = (outcome: string) => calls.outcomes.get(outcome) ?? 0;
  const readsBefore = count("read 200");
  let most = 0;
  const hasSeenEnough = async (): Promise<boolean> => {
    const waiting = await query(primary.url, "select from pg_stat_activity where wait_event = 'SyncRep'");
    most = Math.max(most, waiting.length);
    return most > maxWaiting || (count("update 503") > 150 && count("read 200") > readsBefore + 150);
  };
  await expect.poll(hasSeenEnough).toBe(true);
  expect(most).toBeLessThanOrEqual(maxWaiting);
  for (const { url, written } of service.nodes) {
    expect(written()).toContain(
      "a commit waits for a standby: synchronous_standby_names is *, and connected: none",
    );
    const ready = await get(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringContaining("a commit waits for a standby"),
    ]);
    const metrics = await (await get(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^compute_host_database_waits_for_standby 1$/m);
  }

  await standby.server.startAgain();
  await waitForWrites(service, 40);
  for (const { url, written } of service.nodes) {
    await expect.poll(written).toContain("writing to the database works again");
    expect(await (await get(`${url}/readyz`)).text()).toBe("ready\n");
    expect(written()).not.toContain('"msg":"the database fails"');
  }
  await load.stop();
  expect([...calls.outcomes.keys()].filter((outcome) => /^(?:read|list) (?!200)/.test(outcome))).toEqual([]);
  await expectNothingLost(service, "a synchronous standby away", `${most} sessions waited for it at most`);
});
