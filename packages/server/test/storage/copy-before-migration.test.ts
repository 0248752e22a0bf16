import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "../../src/storage/migrations.ts";
import { restoreBackup } from "../../src/storage/sqlite/file/backup.ts";
import { lockForService } from "../../src/storage/sqlite/file/service-lock.ts";
import { versionAfter } from "../../src/storage/sqlite/file/versions.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { addComputers } from "./sample-computers.ts";

/** A next version, which writes about as much as there is. */
const newer = [...migrations, { sql: "create table copied as select * from computers", readableFrom: 1 }];
const version = versionAfter(migrations);

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

/** Starts the newer release, and gives the path of the copy that it reported. */
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
  test("is whole, for its owner only, and can be restored by the older release", async () => {
    await add("a", "b");
    const copy = upgrade();
    expect(copy).toBe(`${path}.version-${version}`);
    expect(statSync(copy ?? "").mode & 0o777).toBe(0o600);
    expect(files()).toEqual(["test.db", `test.db.version-${version}`]);
    expect(restoreBackup(copy ?? "", path, true)).toEqual({ computers: 2, keys: 0 });
  });

  test("of a second upgrade is another one, so that each has what was acknowledged before it", async () => {
    await add("a");
    const first = upgrade() ?? "";
    restoreBackup(first, path, true);
    await add("b");
    const second = upgrade() ?? "";
    expect(second).toBe(`${path}.version-${version}.2`);
    expect([idsIn(first), idsIn(second), idsIn(path, "copied")]).toEqual([["a"], ["a", "b"], ["a", "b"]]);
    restoreBackup(second, path, true);
    await add("c");
    expect([upgrade(), idsIn(path)]).toEqual([`${path}.version-${version}.3`, ["a", "b", "c"]]);
  });

  test("leaves a file of another program alone, whatever its name", async () => {
    await add("a");
    writeFileSync(`${path}.version-${version}`, "");
    mkdirSync(`${path}.version-${version}.2`);
    expect(upgrade()).toBe(`${path}.version-${version}.3`);
    expect(readFileSync(`${path}.version-${version}`, "utf8")).toBe("");
  });

  test("is made once, however often the migration fails", async () => {
    await add("a");
    for (const _start of [1, 2, 3]) {
      expect(() =>
        openDatabase({ path, migrations: [...migrations, { sql: "no SQL", readableFrom: 1 }] }),
      ).toThrow("Cannot open");
    }
    expect(files()).toEqual(["test.db", `test.db.version-${version}`]);
    expect(upgrade()).toBe(`${path}.version-${version}`);
  });
});

/** The first version, without what later ones keep as it is. */
const firstVersion = `
  create table computers (id text primary key not null, owner_id text not null, name text not null, host_id text,
    created_at real not null, head text not null, steps text not null) strict;
  create table hidden_rows (first_row integer not null) strict;
  create view visible_computers as select * from computers where rowid < (select first_row from hidden_rows);
  create table jobs (sequence integer primary key autoincrement, owner_id text not null, traceparent text,
    computer_id text unique not null references computers (id) on delete cascade) strict;
  create table api_keys (id text primary key not null, name text not null, owner_id text not null, owner_kind text not null,
    sha256 text unique not null, created_at real not null, expires_at real, revoked_at real, used_at real) strict;
  create table totals (computers integer not null) strict;
  insert into hidden_rows values (2);
  insert into computers values ('kept', 'usr_ada', 'kept', null, 1, '{"id":"kept","createdAt":1,"status":"active"', '[]'),
    ('hidden', 'usr_ada', 'hidden', null, 1, '{"id":"hidden","createdAt":1,"status":"active"', '[]');
  insert into jobs values (7, 'usr_ada', null, 'kept');
  insert into api_keys values ('key_1', 'ci', 'usr_ada', 'user', 'ab', 1, null, null, null);
  pragma user_version = 1`;

test("a database of version 1 keeps its records, but for what an interrupted import left hidden, unless a service runs", async () => {
  const old = new DatabaseSync(path);
  old.exec(firstVersion);
  old.close();
  const copies: string[] = [];
  const open = () => openSqliteStorage({ path, use: "beside", onCopied: (file) => copies.push(file) });
  const service = lockForService(path);
  expect(open).toThrow("a service runs on it");
  service.close();
  const storage = open();
  expect(await storage.computers.counts()).toEqual({ computers: 1, jobs: 1 });
  expect(await storage.apiKeys.find("ab")).toMatchObject({ id: "key_1" });
  expect(await storage.computers.claimJobs(1)).toMatchObject([{ computerId: "kept" }]);
  await storage.close();
  expect(copies).toEqual([`${path}.version-1`]);
  expect([idsIn(path), idsIn(copies[0] ?? "")]).toEqual([["kept"], ["hidden", "kept"]]);
});

const fileSystem = SmallFileSystem.mount();
afterAll(() => fileSystem?.[Symbol.dispose]());

describe.skipIf(fileSystem === undefined)("a disk that is full in a migration (needs a mount)", () => {
  test("keeps the database as it is, leaves whole copies only, and takes the next start once there is room", async () => {
    if (fileSystem === undefined) return;
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
