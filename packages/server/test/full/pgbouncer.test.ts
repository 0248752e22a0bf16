import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { PgBouncer, pgBouncer } from "../postgres/pgbouncer.ts";
import { query } from "../postgres/query.ts";
import { type TestDatabase, takePreparedDatabase } from "../postgres/test-database.ts";
import { addComputers, changeComputer } from "../storage/sample-computers.ts";

describeEngines([pgBouncer], () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await takePreparedDatabase();
  });

  afterAll(() => database?.release());

  describe("that pools by session", () => {
    test("needs no other setting: a session has its limits, and a node has its protections", async () => {
      await using pooler = await PgBouncer.start(database.url, ["pool_mode = session"]);
      const ids = Array.from({ length: 8 }, (_, index) => `c-${index}`);
      const storage = await openStorage({ databaseUrl: pooler.url });
      await addComputers(storage.computers, ...ids);

      const script = fileURLToPath(new URL("./stopped-node.ts", import.meta.url));
      await using frozen = new StartedProcess(process.execPath, [script, pooler.url, ...ids]);
      await frozen.prints(/./);
      expect(
        await query(database.url, "select id from compute_host.computers for update skip locked"),
      ).toEqual([]);

      const frozenAt = performance.now();
      const writes = ids.map((id) => changeComputer(storage.computers, id, { name: `${id}-renamed` }));
      const texts = await Promise.all(writes);
      const waitedMs = Math.round(performance.now() - frozenAt);
      console.info(`8 of 8 computers writable ${waitedMs} ms after the node froze`);
      expect(texts.map((text) => JSON.parse(text ?? "").name)).toEqual(ids.map((id) => `${id}-renamed`));

      await frozen.stop("SIGKILL");
      await storage.close();
    });
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
