import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { get } from "../commands/run-command.ts";
import { transactionElsewhere } from "../postgres/transaction-elsewhere.ts";
import type { Fault } from "./fault.ts";
import type { Lab } from "./lab.ts";
import { takeover } from "./node-faults.ts";

const engine = "PostgreSQL";
/** How long PostgreSQL is away while steps end or continue, in milliseconds. */
const outageMs = 20_000;
/**
 * How many sessions of two nodes may wait for a standby: two groups of writes per node, one that waited for locks, and
 * one for jobs.
 */
const maxWaiting = 8;
const terminateAll =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'compute-host%'";

/** Stops PostgreSQL during the load's writes until every node is unready, then starts it again. */
const restart = (signal: "SIGINT" | "SIGKILL") => async (lab: Lab) => {
  for (const _ of [1, 2]) {
    await lab.load.inWrites(() => lab.postgres.end(signal));
    await lab.expectReadiness(503);
    await lab.postgres.startAgain();
    await lab.expectReadiness(200);
    await lab.load.acknowledges(100);
  }
  for (const { written } of lab.nodes) {
    const states = written().match(/the database (?:fails|works again)/g) ?? [];
    expect(states.map((state, at) => state.endsWith("fails") === (at % 2 === 0))).not.toContain(false);
  }
};

export const killOfDatabase: Fault = { engine, name: "kill -9 of PostgreSQL", run: restart("SIGKILL") };

/**
 * A disturbance of the connections to the database that lasts until callers have noticed it or many writes have
 * succeeded.
 */
const disturbance = (name: string, disturb: (lab: Lab) => void): Fault => ({
  engine,
  name: `the connection to the database: ${name}`,
  hasProxies: true,
  async run(lab) {
    const { load } = lab;
    const [acknowledged, failed] = [load.acknowledged, load.count(/ (?:5\d\d|lost)$/)];
    disturb(lab);
    await expect
      .poll(() => load.count(/ (?:5\d\d|lost)$/) > failed + 5 || load.acknowledged > acknowledged + 500)
      .toBe(true);
    for (const proxy of lab.proxies) proxy.heal();
    await lab.expectReadiness(200);
    await load.acknowledges(100);
  },
});

const disturbances = [
  disturbance("a black hole for all", (lab) => {
    for (const proxy of lab.proxies) proxy.let("drop");
  }),
  disturbance("a black hole for one node", (lab) => lab.proxy(0).let("drop")),
  disturbance("held for one node", (lab) => lab.proxy(1).let("hold")),
  disturbance("without responses", (lab) => lab.proxy(0).let("pass", "drop")),
  disturbance("without requests", (lab) => lab.proxy(1).let("drop", "pass")),
  disturbance("refused for all", (lab) => {
    for (const proxy of lab.proxies) proxy.cut();
  }),
];

/** Breaks every connection during commits. For each write, a node can tell whether it was done. */
const breakAll = (name: string, times: number, act: (lab: Lab) => unknown): Fault => ({
  engine,
  name: `${name}, ${times} times`,
  hasProxies: true,
  async run(lab) {
    for (let at = 0; at < times; at++) await lab.load.inWrites(() => act(lab));
    await lab.load.acknowledges(20);
    expect(lab.load.count(/ (?:500|lost)$/)).toBe(0);
  },
});

export const brokenConnections = (times: number): Fault =>
  breakAll("all connections broken", times, (lab) => {
    for (const proxy of lab.proxies) proxy.closeConnections();
  });

/** Commits take effect, but the node cannot find out: it must not tell its callers that they did not. */
export const unknownOutcomes: Fault = {
  engine,
  name: "connections break after commits, and no outcome can be queried",
  hasProxies: true,
  installs: 0,
  async run(lab) {
    for (const proxy of lab.proxies)
      proxy.decide = (sent) =>
        sent.includes("pg_xact_status") ? "cut-before" : sent.includes("commit\0") ? "cut-after" : "pass";
    await expect.poll(() => lab.load.count(/^write 5/)).toBeGreaterThan(10);
    for (const proxy of lab.proxies) proxy.decide = () => "pass";
    await lab.load.acknowledges(100);
  },
};

/** Steps end while the database is away or after it came back, whichever the test chooses. */
const outage = (name: string, how: "stop" | "drop", ends: "during" | "afterwards"): Fault => ({
  engine,
  name: `the database is away for 20 s: ${name}`,
  hasProxies: true,
  installs: 0,
  environment: { COMPUTE_HOST_PROVISIONER_LEASE_SECONDS: ends === "during" ? "10" : "60" },
  async run(lab) {
    lab.step.hold();
    for (const id of lab.ids) expect(await lab.load.install(id)).toBe(202);
    await expect.poll(() => lab.step.runs().length, { interval: 20 }).toBe(lab.ids.length);
    if (how === "stop") await lab.postgres.end("SIGKILL");
    else for (const proxy of lab.proxies) proxy.let("drop");
    if (ends === "during") lab.step.release();
    await wait(outageMs);
    if (how === "stop") await lab.postgres.startAgain();
    else for (const proxy of lab.proxies) proxy.heal();
    if (ends === "afterwards") lab.step.release();
    await lab.untilNothingRuns();
    lab.expectNoStepAgain();
  },
});

/** One node loses the database while it installs. */
const lonelyNode = (passage: "drop" | "hold") =>
  takeover(
    `a node installs, and the way to its database ${passage === "drop" ? "loses everything" : "keeps its result"}`,
    {
      hasProxies: true,
      begin: (lab, index) => lab.proxy(index).let(passage),
      end: (lab, index) => lab.proxy(index).heal(),
      endsByItself: passage === "hold",
    },
  );

/** A lock on the whole table; test/postgres/connections/locked-rows.test.ts covers locks on rows. */
const lockedTable: Fault = {
  engine,
  name: "an operator's transaction on the table",
  async run(lab) {
    const lock = "lock compute_host.computers in access exclusive mode";
    const rollBack = await transactionElsewhere(lab.url(), lock);
    await lab.expectReadiness(503);
    await rollBack();
    await lab.load.acknowledges(100);
  },
};

/** Limits the sessions of the nodes' role. If their number is limited, requests wait for one. */
const role = (name: string, setting: string, options: Partial<Fault> = {}): Fault => ({
  engine,
  name,
  ...options,
  async run(lab) {
    const { load } = lab;
    await lab.sql(`alter role app ${setting}`);
    for (const _ of [1, 2, 3]) {
      await lab.sql(terminateAll);
      await load.acknowledges(100);
    }
    const failed = load.count(/ 5/);
    await load.acknowledges(300);
    expect(load.count(/ 5/)).toBe(failed);
  },
});

const fewConnections: Fault = {
  engine,
  name: "three connections for each node, and one for its jobs",
  environment: { COMPUTE_HOST_DATABASE_CONNECTIONS: "3" },
  async run(lab) {
    for (let look = 0; look < 20; look++) {
      await lab.load.acknowledges(20);
      const open = await lab.sql("select from pg_stat_activity where application_name like 'compute-host%'");
      expect(open.length).toBeLessThanOrEqual(4 * lab.nodes.length);
    }
  },
};

/** Does something to the pooler of all nodes, three times, after which so many nodes are ready at least. */
const pooler = (
  name: string,
  act: (pooler: Lab["pooler"]) => Promise<unknown>,
  settings = "",
  readyNodes = 3,
): Fault => ({
  engine,
  name: `PgBouncer ${name}`,
  needs: "pgbouncer",
  pooler: ["pool_mode = session", settings],
  async run(lab) {
    for (const _ of [1, 2, 3]) {
      await lab.load.inWrites(() => act(lab.pooler));
      await lab.expectReadiness(200, readyNodes);
      await lab.load.acknowledges(100);
    }
  },
});

const killAndStart = (pooler: Lab["pooler"]) => pooler.kill().then(() => pooler.startAgain());

const poolers = [
  pooler("is killed, and started again", killAndStart),
  // As many as idle nodes need: under load, one may keep all of them busy.
  pooler("has nine sessions for three nodes", killAndStart, "default_pool_size = 9", 1),
  pooler("closes all its sessions", (pooler) => pooler.tell("RECONNECT")),
  pooler(
    "drops all its clients",
    async (pooler) => {
      const database = new URL(pooler.url).pathname.slice(1);
      await pooler.tell(`KILL ${database}`);
      await pooler.tell(`RESUME ${database}`);
    },
    "server_login_retry = 1",
  ),
];

/** A node that kept the role's setting would acknowledge writes that the kill then loses. */
export const unsyncedCommits: Fault = {
  engine,
  name: "synchronous_commit turned off for the role, then kill -9 of PostgreSQL",
  async run(lab) {
    await lab.sql("alter role app set synchronous_commit = off");
    await lab.sql(terminateAll);
    await lab.load.acknowledges(100);
    await restart("SIGKILL")(lab);
  },
};

async function failOver(lab: Lab): Promise<void> {
  await lab.postgres.end("SIGKILL");
  await lab.promote();
  await lab.expectReadiness(200);
}

const failoverToSync: Fault = {
  engine,
  name: "failover to a synchronous standby",
  nodes: 2,
  standby: "sync",
  async run(lab) {
    expect(await lab.metric("database_replicated")).toEqual(["1", "1"]);
    for (const { written } of lab.nodes)
      await expect.poll(written).toContain("acknowledged writes are on a standby");
    await failOver(lab);
    await lab.load.acknowledges(100);
  },
};

/** The latest writes are lost, as the log and a metric warn. Without a load, which would report them. */
const failoverToAsync: Fault = {
  engine,
  name: "failover to a standby that lags: attempts rise",
  nodes: 2,
  installs: 0,
  standby: "async",
  async run(lab) {
    expect(await lab.metric("database_replicated")).toEqual(["0", "0"]);
    for (const { written } of lab.nodes)
      await expect.poll(written).toContain("a failover can lose the latest ones");
    await lab.load.stop();
    await lab.standbyHasAll();
    const before = await lab.load.list();
    lab.stream.let("hold");
    const lost = await lab.installToEnd();
    expect(await lab.load.list()).not.toEqual(before);
    await failOver(lab);
    expect(await lab.load.list()).toEqual(before);
    expect(await lab.installToEnd()).toBeGreaterThan(lost);
  },
};

const standbyAway: Fault = {
  engine,
  name: "a synchronous standby is away",
  nodes: 2,
  standby: "sync",
  async run(lab) {
    const { load } = lab;
    await lab.standby.server.end();
    const readsBefore = load.count(/^read 200$/);
    let most = 0;
    const hasSeenEnough = async (): Promise<boolean> => {
      most = Math.max(
        most,
        (await lab.sql("select from pg_stat_activity where wait_event = 'SyncRep'")).length,
      );
      const reads = load.count(/^read 200$/) - readsBefore;
      return most > maxWaiting || (load.count(/^write 503$/) > 150 && reads > 150);
    };
    await expect.poll(hasSeenEnough).toBe(true);
    expect(most).toBeLessThanOrEqual(maxWaiting);
    for (const { url } of lab.nodes) {
      const ready = await get(`${url}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([
        200,
        expect.stringMatching(/^ready\nwrites: .*synchronous_standby_names is \*, and connected: none/),
      ]);
    }
    expect(await lab.metric("database_waits_for_standby")).toEqual(["1", "1"]);
    await lab.standby.server.startAgain();
    await load.acknowledges(100);
    for (const { url, written } of lab.nodes) {
      await expect.poll(written).toContain("writing to the database works again");
      expect(await (await get(`${url}/readyz`)).text()).toBe("ready\n");
      expect(written()).not.toContain('"msg":"the database fails"');
    }
    expect(load.count(/^read (?!200)/)).toBe(0);
  },
};

export const databaseFaults: readonly Fault[] = [
  killOfDatabase,
  { engine, name: "restart of PostgreSQL", run: restart("SIGINT") },
  ...disturbances,
  brokenConnections(40),
  breakAll("all sessions terminated", 20, (lab) => lab.sql(terminateAll)),
  unknownOutcomes,
  outage("no step that ended runs again", "stop", "during"),
  outage("silently, and no step that ended runs again", "drop", "during"),
  outage("with a lease of 60 s no step runs again", "stop", "afterwards"),
  lonelyNode("drop"),
  lonelyNode("hold"),
  lockedTable,
  role("the role may have 4 connections", "connection limit 4", { nodes: 1 }),
  fewConnections,
  role("idle sessions end after 2 s", "set idle_session_timeout = '2s'"),
  role("the role may write no temporary files", "set temp_file_limit = 0"),
  role("the role has serializable transactions", "set default_transaction_isolation = 'serializable'"),
  role("the role has no null in arrays", "set array_nulls = off"),
  ...poolers,
  unsyncedCommits,
  failoverToSync,
  failoverToAsync,
  standbyAway,
];
