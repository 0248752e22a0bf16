import { expect, test } from "vitest";
import { createComputerStore } from "../../src/storage/sqlite/computer-store.ts";
import { createGroupCommit } from "../../src/storage/sqlite/group-commit.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { addComputers } from "./sample-computers.ts";
import { unwatchedHealth } from "./unwatched-health.ts";

test("counts computers without reading them, because other requests wait for a scrape", async () => {
  const database = openDatabase({ path: ":memory:" });
  const store = createComputerStore(database, createGroupCommit(database, unwatchedHealth), unwatchedHealth);
  await addComputers(store, "a", "b");

  database.exec("alter table computers rename to computers_out_of_reach");
  expect(await store.counts()).toEqual({ computers: 2, jobs: 0 });
  database.close();
});
