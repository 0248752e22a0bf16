import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { get, Workplace } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { renameAfterPause } from "../postgres/connections/rename-after-pause.ts";
import { PgBouncer, pgBouncer } from "../postgres/pgbouncer.ts";
import { query } from "../postgres/query.ts";
import { type TestDatabase, takePreparedDatabase } from "../postgres/test-database.ts";
import { addComputers } from "../storage/sample-computers.ts";

describeEngines([pgBouncer], () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await takePreparedDatabase();
  });

  afterAll(() => database?.release());

  test("that pools by session needs no other settings: a node that pauses loses its locks", async () => {
    await using pooler = await PgBouncer.start(database.url, ["pool_mode = session"]);
    const storage = await openStorage({ databaseUrl: pooler.url });
    await addComputers(storage.computers, "a");
    expect(await renameAfterPause(storage, "a", database.url)).toContain('"name":"call-2"');
    await storage.close();
  });

  test("whose password changes is reached again once the file with the database URL has it", async () => {
    await using pooler = await PgBouncer.start(database.url, ["pool_mode = session"]);
    await using place = new Workplace();
    const file = place.write("url", pooler.url);
    const environment = { COMPUTE_HOST_DATABASE_URL: "", COMPUTE_HOST_DATABASE_URL_FILE: file };
    const service = await place.serveHere({ environment });
    const status = async () => (await get(`${service.url}/readyz`)).status;
    expect(await status()).toBe(200);
    const changed = await pooler.changePassword("second");
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'compute-host%'`;
    await query(database.url, end);
    await expect.poll(status).toBe(503);
    writeFileSync(file, changed);
    await expect.poll(status).toBe(200);
  });

  test.each([
    ["by transaction", ["pool_mode = transaction"], /shared by transaction; set pool_mode = session in/],
    [
      "by transaction, with the next session each time",
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
