import type { ClientBase } from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../../src/storage/engine.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { type Connections, openConnections } from "../../../src/storage/postgres/connections/connections.ts";
import { createPostgresEngine } from "../../../src/storage/postgres/engine.ts";
import { createImport } from "../../../src/storage/stores/imports.ts";
import { sampleComputer } from "../../storage/sample-computers.ts";
import { query } from "../query.ts";
import { type TestDatabase, takePreparedDatabase } from "../test-database.ts";

let database: TestDatabase;
let connections: Connections;
let engine: Engine;

beforeEach(async () => {
  database = await takePreparedDatabase();
  await (await openStorage({ databaseUrl: database.url })).close();
  connections = openConnections({
    config: { idle_in_transaction_session_timeout: 100 },
    servers: { urls: [database.url], mustTakeWrites: false },
    isService: false,
  });
  engine = createPostgresEngine(connections);
});

afterEach(async () => {
  await connections.close();
  await database.release();
});

test("an import whose source is slow keeps its transaction, which others would lose", async () => {
  async function* slowly() {
    yield* Array.from({ length: 2_501 }, (_, index) => sampleComputer({ id: `a-${index}` }));
    const open = `select from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction' and state_change < clock_timestamp() - interval '300 ms'`;
    await expect.poll(() => query(database.url, open)).toHaveLength(1);
    yield sampleComputer({ id: "b" });
  }
  expect(await createImport(engine)(slowly)).toBe(2_502);
});

test("a transaction whose session the server has ended fails with the server's message", async () => {
  const length = engine.prepare("select length(?1)");
  async function* parts() {
    yield 1;
    await query(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    yield 2;
  }
  const written = engine.longTransaction(parts(), () => {
    return function* () {
      yield length(["x".repeat(2 ** 24)]);
    };
  });
  await expect(written).rejects.toMatchObject({
    message: "The database fails: terminating connection due to administrator command",
    isUnprocessed: true,
  });
});

test("what may take long has no limit for its transaction, and anything else keeps the operator's", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `alter database ${name} set transaction_timeout = 60000`);
  onTestFinished(async () => void (await query(database.url, `alter database ${name} reset all`)));
  const limit = async (client: ClientBase) => (await client.query("show transaction_timeout")).rows;
  expect(await connections.use(limit)).toEqual([{ transaction_timeout: "1min" }]);
  const client = await connections.openClient();
  expect(await limit(client)).toEqual([{ transaction_timeout: "0" }]);
  await client.end();
  const shown: unknown[] = [];
  async function* parts() {
    yield engine.prepare("select current_setting('transaction_timeout')")([]);
  }
  await engine.longTransaction(parts(), () => {
    return function* (part) {
      shown.push(...(yield part));
    };
  });
  expect(shown).toEqual([["0"]]);
});
