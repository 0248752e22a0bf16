import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { fileVersionAfter, migrations } from "../../src/storage/migrations.ts";
import { restoreBackup } from "../../src/storage/sqlite/file/backup.ts";
import { lockForService } from "../../src/storage/sqlite/file/service-lock.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { addComputers } from "./sample-computers.ts";

/** A next version, which writes about as much data as there is. */
const newer = [...migrations, { sql: "create table copied as select * from computers", readableFrom: 1 }];
const version = fileVersionAfter(migrations);

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "test.db");
});

/** Adds computers with the older release. */
async function add(...ids: readonly string[]): Promise<void> {
  const storage = openSqliteStorage({ path });
  await addComputers(storage.computers, ...ids);
  await storage.close();
}

/** Opens the database with the newer release, and returns the path of the copy that it reported. */
function upgrade(): string | undefined {
  let copy: string | undefined;
  openDatabase({ path, migrations: newer, onCopied: (file) => (copy = file) }).close();
  return copy;
}

function idsIn(file: string, table = "computers"): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`select id from ${table} order by id`).all();
  database.close();
  return rows.map(({ id }) => id);
}

const files = () =>
  readdirSync(folder)
    .filter((name) => !name.endsWith("-lock"))
    .toSorted();

describe("the copy before a migration", () => {
  test("is complete, for its owner only, and can be restored by the older release", async () => {
    await add("a", "b");
    const copy = upgrade();
    expect(copy).toBe(`${path}.version-${version}`);
    expect(statSync(copy ?? "").mode & 0o777).toBe(0o600);
    expect(files()).toEqual(["test.db", `test.db.version-${version}`]);
    expect(restoreBackup(copy ?? "", path, true)).toEqual({ computers: 2, keys: 0 });
  });

  test("of a second upgrade gets another name, so that each copy has what was acknowledged before it", async () => {
    await add("a");
    const first = upgrade() ?? "";
    mkdirSync(`${first}.2`);
    restoreBackup(first, path, true);
    await add("b");
    const second = upgrade() ?? "";
    expect(second).toBe(`${first}.3`);
    expect([idsIn(first), idsIn(second), idsIn(path, "copied")]).toEqual([["a"], ["a", "b"], ["a", "b"]]);
  });

  test("is not made by a command while a service uses the database", async () => {
    await add("a");
    using _service = lockForService(path);
    const shared = { path, migrations: newer, use: "shared" } as const;
    expect(() => openDatabase(shared)).toThrow("a service is using it");
  });

  test("is not kept if the migration fails", async () => {
    await add("a");
    const migrations = [...newer, { sql: "no SQL", readableFrom: 1 }];
    expect(() => openDatabase({ path, migrations })).toThrow("Cannot open");
    expect([files(), idsIn(path)]).toEqual([["test.db"], ["a"]]);
  });
});

describe.runIf(SmallFileSystem.isAllowed)("a disk that is full during a migration (needs a mount)", () => {
  test("changes nothing and leaves only complete copies, and the next start succeeds with room", async () => {
    using fileSystem = SmallFileSystem.mount();
    const ids = Array.from({ length: 300 }, (_, index) => `c-${index}`).toSorted();
    await add(...ids);
    const before = readFileSync(path);
    path = join(fileSystem.folder, "test.db");
    const outcomes = new Set<string>();
    for (let bytesLeft = 0; !outcomes.has("migrated"); bytesLeft += 16_384) {
      writeFileSync(path, before);
      fileSystem.fill(bytesLeft);
      try {
        upgrade();
        outcomes.add("migrated");
      } catch (error) {
        expect(String(error)).toContain("the disk is full; free some space");
        outcomes.add(String(error).includes("its copy") ? "not copied" : "not migrated");
      }
      fileSystem.empty();
      for (const copy of readdirSync(fileSystem.folder).filter((name) => name.includes("version"))) {
        expect(idsIn(join(fileSystem.folder, copy))).toEqual(ids);
      }
      expect(idsIn(path)).toEqual(ids);
      const copy = upgrade() ?? join(fileSystem.folder, `test.db.version-${version}`);
      expect([idsIn(copy), idsIn(path, "copied")]).toEqual([ids, ids]);
      for (const name of readdirSync(fileSystem.folder)) rmSync(join(fileSystem.folder, name));
    }
    expect([...outcomes].toSorted()).toEqual(["migrated", "not copied", "not migrated"]);
    expect(existsSync(path)).toBe(false);
  });
});
