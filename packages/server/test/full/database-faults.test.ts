import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  expectNothingLost,
  expectOneSession,
  indexOfRunner,
  recoveryMs,
  statusOfReadiness,
  takeoverAfter,
  waitForWrites,
} from "../faults/fault-report.ts";
import { startLoad } from "../faults/load.ts";
import { ServiceNodes } from "../faults/service-nodes.ts";
import { TcpProxy } from "../faults/tcp-proxy.ts";
import { TemporaryPostgres } from "../postgres/temporary-postgres.ts";

/** How long each disturbance of the way to the database lasts, in milliseconds. */
const faultMs = 2_000;
/** How long the database is away while steps end or continue, in milliseconds. */
const outageMs = 20_000;

describe("three nodes lose nothing", () => {
  let postgres: TemporaryPostgres;

  beforeAll(async () => {
    postgres = await TemporaryPostgres.start();
  });

  afterAll(() => postgres?.[Symbol.asyncDispose]());

  /** Starts nodes each of which has a way of its own to the database. */
  async function startBehindProxies(
    stack: AsyncDisposableStack,
    stepMs: number,
    environment: Readonly<Record<string, string>> = {},
  ) {
    const proxies = await Promise.all([0, 1, 2].map(() => TcpProxy.start(postgres.server.port)));
    for (const proxy of proxies) stack.use(proxy);
    const database = await postgres.createDatabase();
    const databaseUrl = (index: number) => postgres.server.url(database, proxies[index]?.port);
    const service = stack.use(await ServiceNodes.start({ count: 3, databaseUrl, stepMs, environment }));
    return { service, proxies };
  }

  test("when PostgreSQL is killed in writes and an installation, and started again", async () => {
    const databaseUrl = postgres.server.url(await postgres.createDatabase());
    await using service = await ServiceNodes.start({ count: 3, databaseUrl, stepMs: 3_000 });
    const { calls, ids, step } = service;
    const load = startLoad({ calls, nodes: () => service.urls, computers: ids });
    const times: number[] = [];
    for (const index of [0, 1]) {
      expect(await calls.retry(service.urls[index] as string, ids[index] as string)).toBe(202);
      await expect.poll(() => step.runs().some((run) => run.computerId === ids[index])).toBe(true);
      await waitForWrites(service, 30);
      await postgres.server.kill();
      await expect.poll(() => Promise.all(service.urls.map(statusOfReadiness))).toEqual([503, 503, 503]);
      await postgres.server.startAgain();
      const startedAt = performance.now();
      await expect.poll(() => Promise.all(service.urls.map(statusOfReadiness))).toEqual([200, 200, 200]);
      await waitForWrites(service, 20);
      times.push(recoveryMs(service, startedAt));
    }
    await expect.poll(() => step.ends().length).toBe(2);
    await load.stop();
    await expectNothingLost(
      service,
      "kill -9 of PostgreSQL, twice",
      `writes again ${times.join(" and ")} ms after its start`,
    );
    // A line when it began and one when it worked again, on each node.
    for (const { written } of service.nodes) {
      const states = (): readonly string[] => written().match(/the database (?:fails|works again)/g) ?? [];
      await expect.poll(() => states().at(-1)).toBe("the database works again");
      for (const [at, state] of states().entries()) {
        expect(state).toBe(at % 2 === 0 ? "the database fails" : "the database works again");
      }
    }
  });

  test("when the connection to the database is slow, stalls, loses responses or breaks", async () => {
    await using stack = new AsyncDisposableStack();
    const { service, proxies } = await startBehindProxies(stack, 300);
    const [first, second, third] = proxies as [TcpProxy, TcpProxy, TcpProxy];
    const { calls, ids } = service;
    // Callers of each node, so that those of one that does not respond keep no others from calling.
    const loads = service.urls.map((url, seed) =>
      startLoad({ calls, nodes: () => [url], computers: ids, retried: ids.slice(0, 2), callers: 3, seed }),
    );
    const faults: readonly (readonly [name: string, begin: () => void])[] = [
      [
        "slow by 30 ms",
        () => {
          third.delayMs = 30;
        },
      ],
      ["held", () => second.let("hold")],
      ["without responses", () => first.let("pass", "drop")],
      ["without requests", () => second.let("drop", "pass")],
      ["broken", () => third.closeConnections()],
      ["refused", () => first.cut()],
      [
        "refused for all",
        () => {
          for (const proxy of proxies) proxy.cut();
        },
      ],
    ];
    const times: string[] = [];
    for (const [name, begin] of faults) {
      await waitForWrites(service, 20);
      begin();
      await wait(faultMs);
      for (const proxy of proxies) proxy.heal();
      const healedAt = performance.now();
      await expect.poll(() => Promise.all(service.urls.map(statusOfReadiness))).toEqual([200, 200, 200]);
      await waitForWrites(service, 20);
      times.push(`${name}: ${recoveryMs(service, healedAt)}`);
    }
    await Promise.all(loads.map((load) => load.stop()));
    await expectNothingLost(
      service,
      "a disturbed way to the database",
      `writes again after ms: ${times.join(", ")}`,
    );
  });

  test("and know of every write whether it was done, when all connections break again and again", async () => {
    await using stack = new AsyncDisposableStack();
    const { service, proxies } = await startBehindProxies(stack, 300);
    const { calls, ids } = service;
    const load = startLoad({
      calls,
      nodes: () => service.urls,
      computers: ids,
      retried: ids.slice(0, 2),
      callers: 8,
    });
    for (let cut = 0; cut < 40; cut++) {
      await waitForWrites(service, 30);
      const cutting = Promise.withResolvers<void>();
      // In a callback of a response, while other commits are on their way.
      calls.onWrite = () => {
        for (const proxy of proxies) proxy.closeConnections();
        cutting.resolve();
      };
      await cutting.promise;
      calls.onWrite = () => {};
    }
    await waitForWrites(service, 20);
    await load.stop();
    expect([...calls.outcomes.keys()].filter((outcome) => /500|lost/.test(outcome))).toEqual([]);
    await expectNothingLost(
      service,
      "all connections to the database broken, 40 times",
      "no outcome is open",
    );
  });

  test.each([
    ["stopped, and runs no step again that ended meanwhile", "stop", 3_000, "10"],
    ["silent, and runs no step again that ended meanwhile", "drop", 3_000, "10"],
    ["stopped, and with a lease of 60 s runs no step again at all", "stop", 25_000, "60"],
  ] as const)("when the database is away for 20 s: %s", async (what, how, stepMs, lease) => {
    await using stack = new AsyncDisposableStack();
    const environment = { COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: lease };
    const { service, proxies } = await startBehindProxies(stack, stepMs, environment);
    const { calls, ids, step, urls } = service;
    const installed = await Promise.all(ids.map((id, at) => calls.retry(urls[at % 3] as string, id)));
    expect(installed).toEqual(ids.map(() => 202));
    await expect.poll(() => step.runs().length, { interval: 20 }).toBe(ids.length);
    if (how === "stop") await postgres.server.kill();
    else for (const proxy of proxies) proxy.let("drop");
    await wait(outageMs);
    if (how === "stop") await postgres.server.startAgain();
    else for (const proxy of proxies) proxy.heal();
    await expect.poll(() => step.ends().length).toBe(ids.length);
    await expectNothingLost(service, `the database away for 20 s, ${what}`, `leases of ${lease} s`);
    expect(
      step
        .runs()
        .map(({ computerId }) => computerId)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  test.each([
    ["that loses everything, and its command is ended before its lease", "drop", false],
    ["that keeps the result of its command until another node runs it", "hold", true],
  ] as const)("when a node installs over a way %s", async (way, passage, endsByItself) => {
    await using stack = new AsyncDisposableStack();
    const { service, proxies } = await startBehindProxies(stack, 0);
    const { calls, ids, step } = service;
    step.hold();
    expect(await calls.retry(service.urls[0] as string, ids[0] as string)).toBe(202);
    const index = await indexOfRunner(service);
    proxies[index]?.let(passage);
    const lostAt = Date.now();
    step.durationMs = 3_000;
    if (endsByItself) step.release();
    const lonely = service.urls[index] as string;
    const others = service.urls.filter((url) => url !== lonely);
    const loads = [
      startLoad({ calls, nodes: () => others, computers: ids, callers: 4 }),
      startLoad({ calls, nodes: () => [lonely], computers: ids, callers: 2, seed: 2 }),
    ];
    const takeoverMs = await takeoverAfter(service, lostAt);
    if (!endsByItself) step.release();
    proxies[index]?.heal();
    await expect.poll(() => step.ends().length).toBe(1);
    await expect.poll(() => statusOfReadiness(lonely)).toBe(200);
    await Promise.all(loads.map((load) => load.stop()));
    const [first] = step.runs();
    await expectNothingLost(
      service,
      `a node that installs over a way ${way}`,
      `the last sign of its command came after ${(first?.lastSignAt ?? 0) - lostAt} ms, ` +
        `the session went on elsewhere after ${takeoverMs} ms`,
    );
    expectOneSession(service);
    expect(first?.hasEnded).toBe(endsByItself);
  });
});
