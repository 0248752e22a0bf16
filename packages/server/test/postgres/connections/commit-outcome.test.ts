import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  identifyServer,
  outcomeOf,
  type SentTransaction,
} from "../../../src/storage/postgres/connections/commit-outcome.ts";
import type { Connections } from "../../../src/storage/postgres/connections/connections.ts";
import { query } from "../query.ts";
import { TemporaryPostgres } from "../temporary-postgres.ts";

let postgres: TemporaryPostgres;

beforeAll(async () => {
  postgres = await TemporaryPostgres.start();
});

afterAll(() => postgres?.[Symbol.asyncDispose]());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(postgres.url);
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** Opens a connection for each query, after a callback. */
const connections = (before: () => Promise<unknown> = async () => {}): Pick<Connections, "use"> => ({
  async use(work) {
    await before();
    return work(await connect());
  },
});

async function begin(client: pg.Client): Promise<SentTransaction> {
  const server = await identifyServer(client);
  await client.query("begin");
  const { rows } = await client.query("select pg_current_xact_id() as id");
  return { id: rows[0].id, server };
}

/** Crashes the database, which restarts itself in the same process. */
async function crash(): Promise<void> {
  const victim = await connect();
  const { rows } = await victim.query("select pg_backend_pid() as pid");
  process.kill(rows[0].pid, "SIGKILL");
  await expect.poll(() => query(postgres.url, "select 1").catch(() => undefined)).toBeDefined();
}

describe("the outcome of a commit", () => {
  test.each([
    ["commit", "committed"],
    ["rollback", "aborted"],
  ] as const)("that is in progress is waited for: %s", async (end, outcome) => {
    const client = await connect();
    const transaction = await begin(client);
    let queries = 0;
    const asking = connections(async () => {
      queries += 1;
      if (queries === 3) await client.query(end);
    });
    expect(await outcomeOf(asking, transaction)).toBe(outcome);
    expect(queries).toBe(3);
  });

  test("is unknown after a crash of a committed transaction's server, even if its first process survives", async () => {
    const client = await connect();
    const startedAt = await query(postgres.url, "select pg_postmaster_start_time()");
    const transaction = await begin(client);
    await client.query("commit");
    await crash();
    expect(await query(postgres.url, "select pg_postmaster_start_time()")).toEqual(startedAt);
    expect(await outcomeOf(connections(), transaction)).toBe("unknown");
  });

  test("is an abort if a crash ended the transaction", async () => {
    const transaction = await begin(await connect());
    await query(postgres.url, "create table if not exists written (id int); checkpoint");
    await crash();
    expect(await outcomeOf(connections(), transaction)).toBe("aborted");
  });

  test.each([
    ["another server", { system: "1", run: "x" }],
    ["a server that did not identify itself", undefined],
  ])("is unknown for %s", async (_what, server) => {
    const client = await connect();
    const transaction = await begin(client);
    await client.query("rollback");
    expect(await outcomeOf(connections(), { ...transaction, server })).toBe("unknown");
  });

  test("is unknown while the database cannot be queried", async () => {
    const gone = connections(() => Promise.reject(new Error("away")));
    expect(await outcomeOf(gone, { id: "3", server: undefined })).toBe("unknown");
  });
});
