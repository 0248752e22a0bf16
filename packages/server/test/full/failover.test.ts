import { expect, test } from "vitest";
import { expectNothingLost, recoveryMs, statusOfReadiness, waitForWrites } from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { TcpProxy } from "../faults/tcp-proxy.ts";
import { query } from "../postgres/query.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";
import { get } from "../run-command.ts";

/** A primary and its standby, whose stream can be held up, and two nodes whose URL names both. */
async function startPair(stack: AsyncDisposableStack, isSynchronous: boolean) {
  const primary = stack.use(await TemporaryPostgres.start());
  const database = await primary.createDatabase();
  const stream = stack.use(await TcpProxy.start(primary.server.port));
  const standby = stack.use(await TemporaryPostgres.standbyOf(primary, stream.port));
  const url = standby.server.url(database);
  const databaseUrl = url.replace("127.0.0.1:", `127.0.0.1:${primary.server.port},127.0.0.1:`);
  // The copy of the files is older: a promoted standby waits for no other one.
  if (isSynchronous) await query(primary.url, "alter system set synchronous_standby_names = '*'");
  await query(primary.url, "select pg_reload_conf()");
  const replicas = () =>
    query(primary.url, "select sync_state from pg_stat_replication where state = 'streaming'");
  await expect.poll(replicas).toEqual([{ sync_state: isSynchronous ? "sync" : "async" }]);
  const service = stack.use(await ServiceNodes.start({ count: 2, databaseUrl, stepMs: 300 }));

  /** Kills the primary, promotes the standby, and waits until every node writes there. */
  async function failOver(): Promise<number> {
    await primary.server.kill();
    const killedAt = performance.now();
    await query(standby.url, "select pg_promote()");
    await expect.poll(() => Promise.all(service.urls.map(statusOfReadiness))).toEqual([200, 200]);
    return killedAt;
  }

  const replicated = await Promise.all(
    service.urls.map(
      async (node) =>
        /^compute_host_database_replicated (\d)$/m.exec(await (await get(`${node}/metrics`)).text())?.[1],
    ),
  );
  return { service, stream, replicated, failOver, standbyUrl: url };
}

test("a synchronous standby that is promoted has every acknowledged write, and the log says that it will", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, replicated, failOver } = await startPair(stack, true);
  expect(replicated).toEqual(["1", "1"]);
  for (const node of service.nodes) expect(node.written()).toContain("acknowledged writes are on a standby");
  const { calls, ids } = service;
  const load = startLoad({ calls, nodes: () => service.urls, computers: ids, retried: ids.slice(0, 2) });
  await waitForWrites(service, 40);
  const killedAt = await failOver();
  await waitForWrites(service, 40);
  await load.stop();
  await expectNothingLost(
    service,
    "failover to a synchronous standby",
    `writes again ${recoveryMs(service, killedAt)} ms after the kill of the primary`,
  );
});

test("a standby that lags loses what the log and the metric said it may, and attempts rise all the same", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, stream, replicated, failOver, standbyUrl } = await startPair(stack, false);
  expect(replicated).toEqual(["0", "0"]);
  for (const node of service.nodes) expect(node.written()).toContain("a failover can lose the latest ones");
  const { calls, ids, step, urls } = service;
  const [url = "", first = "", second = ""] = [urls[0], ids[0], ids[1]];
  const install = async (id: string) => {
    const count = step.ends().length;
    expect(await calls.retry(url, id)).toBe(202);
    await expect.poll(() => step.ends().length).toBe(count + 1);
    return step.runs().at(-1)?.attempt ?? 0;
  };
  expect(await calls.update(url, first, { remoteUser: "early" })).toBe(200);
  await expect
    .poll(() => query(standbyUrl, "select from compute_host.computers where head like '%early%'"))
    .toHaveLength(1);
  stream.let("hold");
  expect(await calls.update(url, first, { remoteUser: "late" })).toBe(200);
  const before = await install(second);
  await failOver();
  const [row] = await query(standbyUrl, "select head from compute_host.computers where id = $1", [first]);
  expect(row).toMatchObject({ head: expect.stringContaining('"remoteUser":"early"') });
  expect(await install(second)).toBeGreaterThan(before);
});
