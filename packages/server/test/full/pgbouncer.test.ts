import { afterAll, beforeAll, expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { renameAfterPause } from "../postgres/connections/rename-after-pause.ts";
import { PgBouncer, pgBouncer } from "../postgres/pgbouncer.ts";
import { type TestDatabase, takePreparedDatabase } from "../postgres/test-database.ts";
import { addComputers } from "../storage/sample-computers.ts";

describeEngines([pgBouncer], () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await takePreparedDatabase();
  });

  afterAll(() => database?.release());

  test("that pools by session needs no other setting: a node that pauses in a transaction gives up its locks", async () => {
    await using pooler = await PgBouncer.start(database.url, ["pool_mode = session"]);
    const storage = await openStorage({ databaseUrl: pooler.url });
    await addComputers(storage.computers, "a");
    expect(await renameAfterPause(storage, "a", database.url)).toContain('"name":"call-2"');
    await storage.close();
  });

  test.each([
    ["by transaction", ["pool_mode = transaction"], /shared by transaction; set pool_mode = session in/],
    [
      "by transaction, each time the next session",
      ["pool_mode = transaction", "server_round_robin = 1", "min_pool_size = 4"],
      /; set pool_mode = session in/,
    ],
    ["by statement", ["pool_mode = statement"], /; set pool_mode = session in/],
    [
      "without resetting sessions",
      ["pool_mode = session", "server_reset_query ="],
      /; set server_reset_query = DISCARD ALL in/,
    ],
  ])("that pools %s is refused, with the line to change", async (_how, settings, message) => {
    await using pooler = await PgBouncer.start(database.url, settings);
    const openings = async () => {
      // The first sessions of a pool are new.
      for (let opening = 0; opening < 3; opening++) {
        const storage = await openStorage({ databaseUrl: pooler.url });
        await storage.computers.counts();
        await storage.close();
      }
    };
    await expect(openings()).rejects.toThrow(/^Cannot open the database postgres:/);
    await expect(openings()).rejects.toThrow(message);
  });
});
