import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createComputerStore } from "../../src/storage/sqlite/computer-store.ts";
import { createGroupCommit } from "../../src/storage/sqlite/group-commit.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/open-storage.ts";
import { Workplace } from "../run-command.ts";
import { sampleComputer } from "./sample-computers.ts";
import { unwatchedHealth } from "./unwatched-health.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "compute-host-sqlite-"));
  path = join(folder, "test.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("opening a database", () => {
  test("of a newer release is refused, and leaves it as it is", () => {
    const newer = new DatabaseSync(path);
    newer.exec("pragma user_version = 99");
    newer.close();
    expect(() => openDatabase({ path })).toThrow(/has version 99, .*start a newer release/);
    expect(() => openDatabase({ path })).toThrow("version 99");
  });

  test("that another process has open is refused, and works once it is closed", async () => {
    const first = openSqliteStorage({ path });
    expect(() => openDatabase({ path })).toThrow(/in use by another process; .*stop that service first/);
    await first.close();
    await openSqliteStorage({ path }).close();
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
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["test.db"]);
  });
});

test("only one large import runs at a time", async () => {
  const storage = openSqliteStorage({ path });
  const store = storage.computers;
  const add = async (...ids: readonly string[]) => {
    const added = await store.beginImport();
    await added.add(ids.map((id) => sampleComputer({ id })));
    return added;
  };
  const large = await add(...Array.from({ length: 2600 }, (_, index) => `many-${index}`));
  await expect((await add("a")).commit()).rejects.toThrow("A large import is running");
  await large.commit();
  await (await add("a")).commit();
  expect(await store.counts()).toEqual({ computers: 2601, jobs: 0 });
  await storage.close();
});

describe("a full disk", () => {
  function openStore() {
    const database = openDatabase({ path });
    const store = createComputerStore(
      database,
      createGroupCommit(database, unwatchedHealth),
      unwatchedHealth,
    );
    const pages = () => (database.prepare("pragma page_count").get() as { page_count: number }).page_count;
    return {
      database,
      store,
      fill: () => database.exec(`pragma max_page_count = ${pages()}`),
      makeRoom: () => database.exec("pragma max_page_count = 1000000"),
    };
  }

  test("fails the write as not processed, loses no acknowledged one, and ends when there is room", async () => {
    const { database, store, fill, makeRoom } = openStore();
    const added = await store.beginImport();
    await added.add([sampleComputer({ id: "a" })]);
    await added.commit();
    const hostname = (length: number) =>
      store.change({ id: "a", ownerId: "usr_ada" }, (computer) => ({
        computer: { ...computer, hostname: "h".repeat(length) },
        startsJob: false,
      }));
    await hostname(10);
    fill();
    await expect(hostname(100_000)).rejects.toMatchObject({
      name: "StorageError",
      isUnprocessed: true,
      message: expect.stringContaining("disk is full; free some space") as string,
    });
    expect(await store.get({ id: "a", ownerId: "usr_ada" })).toContain(`"${"h".repeat(10)}"`);
    makeRoom();
    await hostname(100_000);
    database.close();
    const reopened = openDatabase({ path });
    expect(reopened.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(reopened.prepare("select length(head) > 100000 as long from computers").get()).toEqual({
      long: 1,
    });
    reopened.close();
  });
});

describe("a group of writes", () => {
  test("is one transaction, and every write of it fails with its commit", async () => {
    const database = openDatabase({ path });
    database.exec(
      "create table parent (id integer primary key); create table child (parent references parent (id) deferrable initially deferred)",
    );
    const group = createGroupCommit(database, unwatchedHealth);
    const insert = (sql: string) => group.write(() => database.exec(sql));
    const results = await Promise.allSettled([
      insert("insert into parent values (1)"),
      insert("insert into child values (2)"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(results[0]).toMatchObject({ reason: { name: "StorageError" } });
    expect(database.prepare("select count(*) as count from parent").get()).toEqual({ count: 0 });
    await insert("insert into parent values (3)");
    expect(database.prepare("select id from parent").all()).toEqual([{ id: 3 }]);
    database.close();
  });

  test("resolves only after the commit", async () => {
    const database = openDatabase({ path });
    const group = createGroupCommit(database, unwatchedHealth);
    const order: string[] = [];
    const write = (name: string) =>
      group
        .write(() => order.push(`run ${name} in a transaction: ${database.isTransaction}`))
        .then(() => order.push(`resolved ${name}, transaction: ${database.isTransaction}`));
    await Promise.all([write("a"), write("b")]);
    expect(order).toEqual([
      "run a in a transaction: true",
      "run b in a transaction: true",
      "resolved a, transaction: false",
      "resolved b, transaction: false",
    ]);
    database.close();
  });

  test("undoes a write that throws, completely, and nothing else", async () => {
    const database = openDatabase({ path });
    database.exec("create table t (id integer primary key) strict");
    const group = createGroupCommit(database, unwatchedHealth);
    const results = await Promise.allSettled([
      group.write(() => database.exec("insert into t values (1)")),
      group.write(() => {
        database.exec("insert into t values (2)");
        throw new Error("in its middle");
      }),
      group.write(() => database.exec("insert into t values (3)")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(database.prepare("select id from t").all()).toEqual([{ id: 1 }, { id: 3 }]);
    database.close();
  });
});
