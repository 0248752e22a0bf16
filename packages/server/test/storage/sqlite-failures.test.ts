import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "test.db");
});

describe("opening a database", () => {
  test("of a newer release is refused and leaves it unchanged", () => {
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

  test.each<[string, () => unknown, string, string]>([
    [
      "that is something else",
      () => writeFileSync(path, "a text ".repeat(1_000)),
      "",
      "not a SQLite database",
    ],
    ["at the path of a folder", () => mkdirSync(path), "", "is not a file; the database URL must name one."],
    ["below a file", () => writeFileSync(path, ""), "/test.db", "Cannot open the database"],
  ])("%s is refused", (_what, prepare, below, message) => {
    prepare();
    expect(() => openDatabase({ path: path + below })).toThrow(message);
  });

  test.each(["serve", "shared", "exclusive"] as const)(
    "that was emptied is refused for the use %s, with what to do, and no other is made",
    async (use) => {
      await openSqliteStorage({ path }).close();
      truncateSync(path);
      const made: string[] = [];
      expect(() => openSqliteStorage({ path, use, onCreated: (file) => made.push(file) })).toThrow(
        `The database ${path} is empty: restore a backup, or remove the file to start with a new database.`,
      );
      expect([made, statSync(path).size]).toEqual([[], 0]);
    },
  );

  test("through a link to a file that does not exist, such as on a disk that is away, is refused", () => {
    symlinkSync(join(folder, "unmounted", "test.db"), path);
    expect(() => openSqliteStorage({ path })).toThrow(`${path} is a link to a file that does not exist`);
  });

  test.runIf(process.platform === "linux")("where the system allows no new folders is refused", () => {
    const none = "/proc/compute-host/data/test.db";
    expect(() => openDatabase({ path: none })).toThrow(`Cannot open the database ${none}`);
  });

  test("creates its folder and a file that only its owner may read", async () => {
    const inside = join(folder, "a", "b", "test.db");
    const storage = openSqliteStorage({ path: inside });
    expect(statSync(inside).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "a", "b")).mode & 0o777).toBe(0o700);
    await storage.close();
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["test.db", "test.db-lock"]);
  });
});
