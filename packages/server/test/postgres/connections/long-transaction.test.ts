import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../../src/storage/engine.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { type Connections, openConnections } from "../../../src/storage/postgres/connections/connections.ts";
import { createPostgresEngine } from "../../../src/storage/postgres/engine.ts";
import { createImport } from "../../../src/storage/stores/imports.ts";
import { sampleComputer } from "../../storage/sample-computers.ts";
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

/** Blocks this process until PostgreSQL has ended every transaction that waits for it. */
function pause(): void {
  const program = fileURLToPath(new URL("wait-for-rollback.ts", import.meta.url));
  execFileSync(process.execPath, [program, database.url], { timeout: 60_000 });
}

test("an import that takes long to build succeeds, because its transaction begins afterwards", async () => {
  const add = createImport({
    ...engine,
    prepareEach(sql) {
      const query = engine.prepareEach(sql);
      return (rows) => {
        pause();
        return query(rows);
      };
    },
  });
  expect(await add([sampleComputer({ id: "a" })])).toBe(1);
});

test("a transaction whose session the server has ended fails with the server's message", async () => {
  const length = engine.prepare("select length(?1)");
  const written = engine.transaction({
    reads: [],
    decide() {
      pause();
      return { writes: [length(["x".repeat(2 ** 24)])], result: undefined };
    },
    isLong: true,
  });
  await expect(written).rejects.toMatchObject({
    message: "The database fails: terminating connection due to idle-in-transaction timeout",
    isUnprocessed: true,
  });
});
