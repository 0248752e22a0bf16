import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { backUp, makeBackup } from "./backup.ts";

test("a backup that begins during a transaction waits for it, and holds what it wrote", async () => {
  const folder = temporaryFolder();
  using database = new DatabaseSync(join(folder, "data.db"));
  database.exec("pragma journal_mode = wal; create table one (value); begin immediate");
  database.exec("insert into one values ('written')");
  const copy = join(folder, "copy.db");
  const backedUp = backUp(database, copy);
  const isSettled = await Promise.race([backedUp.then(() => true), setTimeout(100, false)]);
  expect(isSettled).toBe(false);
  database.exec("commit");
  await backedUp;
  using copied = new DatabaseSync(copy, { readOnly: true });
  expect(copied.prepare("select value from one").get()).toEqual({ value: "written" });
});

test("a copy that is not whole does not get the name of the backup, and is removed", async () => {
  const folder = temporaryFolder();
  const made = makeBackup(join(folder, "copy.db"), async (path) => writeFileSync(path, "damaged"));
  await expect(made).rejects.toThrow(`${join(folder, "copy.db")} cannot be written: the file is not`);
  expect(readdirSync(folder)).toEqual([]);
});
