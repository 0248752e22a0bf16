import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { Workplace } from "../commands/run-command.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "test.db");
});

describe("opening a database", () => {
  test("of a newer release is refused, and leaves it as it is", () => {
    const newer = new DatabaseSync(path);
    newer.exec("pragma user_version = 99");
    newer.close();
    expect(() => openDatabase({ path })).toThrow(/has version 99, .*start a newer release/);
    expect(() => openDatabase({ path })).toThrow("version 99");
  });

  test("that is damaged after its first pages is refused, with its path and what to do", async () => {
    await openSqliteStorage({ path }).close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, 8192));
    expect(() => openSqliteStorage({ path })).toThrow(
      new RegExp(`Cannot open the database ${path}: .*restore it from a backup`),
    );
  });

  test("that is something else is refused", () => {
    writeFileSync(path, "this is a text of some length, and no database at all".repeat(100));
    expect(() => openDatabase({ path })).toThrow("not an SQLite database");
  });

  test("at the path of a folder, or where no folder can be created, is refused", () => {
    mkdirSync(path);
    expect(() => openDatabase({ path })).toThrow("cannot be opened");
    writeFileSync(join(folder, "file"), "");
    expect(() => openDatabase({ path: join(folder, "file", "test.db") })).toThrow(
      /Cannot open the database .*file/,
    );
  });

  test("where the system allows no folders is refused immediately", async () => {
    await using place = new Workplace({ databaseFolder: "/proc/compute-host/data" });
    const { exitCode, stderr } = await place.run(["keys", "create", "--owner", "usr_ada"]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^compute-host: Cannot open the database \/proc/),
    ]);
  });

  test("makes its folder and a file that only its owner may read", async () => {
    const inside = join(folder, "a", "b", "test.db");
    const storage = openSqliteStorage({ path: inside });
    expect(statSync(inside).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "a", "b")).mode & 0o777).toBe(0o700);
    await storage.close();
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["test.db", "test.db-lock"]);
  });
});
