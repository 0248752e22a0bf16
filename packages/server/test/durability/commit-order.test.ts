import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StorageError } from "../../src/computers/store-errors.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { addComputers, changeComputer } from "../storage/sample-computers.ts";
import { storeOf } from "../storage/sqlite-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The same database, but for what its commits do. */
function withCommit(database: DatabaseSync, commit: (run: () => unknown) => unknown): DatabaseSync {
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "prepare") return value.bind(target);
      return (sql: string) => {
        const statement = target.prepare(sql);
        return sql === "commit" ? { run: () => commit(() => statement.run()) } : statement;
      };
    },
  });
}

describe("a write to the SQLite file", () => {
  let folder: string;
  let path: string;
  let database: DatabaseSync;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "test.db");
    database = openDatabase({ path });
  });

  afterEach(() => database.close());

  function namesInCopy(): string[] {
    const copy = join(folder, "copy.db");
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, copy + suffix);
    const opened = new DatabaseSync(copy);
    const rows = opened.prepare("select name from computers order by name").all();
    opened.close();
    return rows.map(({ name }) => name as string);
  }

  async function storeWith(commit: (run: () => unknown) => unknown) {
    const watched = withCommit(database, commit);
    const { store } = storeOf(watched);
    return {
      rename: (id: string, name: string) => changeComputer(store, id, { name }),
      add: (...ids: readonly string[]) => addComputers(store, ...ids),
    };
  }

  test("syncs each commit: a write-ahead log, and synchronous is FULL", () => {
    expect(database.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("pragma synchronous").get()).toEqual({ synchronous: 2 });
  });

  test("is in the files at the moment of its response", async () => {
    const { add, rename } = await storeWith((run) => run());
    await add("a", "b");
    const seen = await Promise.all([
      rename("a", "one").then(namesInCopy),
      rename("b", "two").then(namesInCopy),
    ]);
    expect(seen).toEqual([
      ["one", "two"],
      ["one", "two"],
    ]);
  });

  test("resolves after its commit has returned, and one commit serves all waiting writes", async () => {
    const events: string[] = [];
    const { add, rename } = await storeWith((run) => {
      run();
      events.push("committed");
    });
    await add("a", "b", "c");
    events.length = 0;
    await Promise.all(
      ["a", "b", "c"].map((id) => rename(id, `new-${id}`).then(() => events.push("resolved"))),
    );
    expect(events).toEqual(["committed", "resolved", "resolved", "resolved"]);
  });

  test("shares its commit with those whose names are taken, and is not seen before that", async () => {
    let commits = 0;
    let namesBefore: readonly unknown[] = [];
    const { add, rename } = await storeWith((run) => {
      commits += 1;
      using other = new DatabaseSync(path);
      namesBefore = other
        .prepare("select name from computers order by name")
        .all()
        .map(({ name }) => name);
      return run();
    });
    await add("a", "b", "c", "taken");
    commits = 0;
    const results = await Promise.allSettled([
      rename("a", "one"),
      rename("b", "taken"),
      rename("c", "three"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([commits, namesBefore]).toEqual([1, ["a", "b", "c", "taken"]]);
    expect(namesInCopy()).toEqual(["b", "one", "taken", "three"]);
  });

  test("rejects together with all waiting writes when the commit fails, and the next one works", async () => {
    let failure: Error | undefined;
    const { add, rename } = await storeWith((run) => {
      if (failure) throw failure;
      return run();
    });
    await add("a", "b");
    failure = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    const outcomes = await Promise.allSettled([rename("a", "one"), rename("b", "two")]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { name: "StorageError", isUnprocessed: true },
      });
    }
    failure = undefined;
    expect(namesInCopy()).toEqual(["a", "b"]);
    expect(JSON.parse((await rename("a", "one")) ?? "")).toMatchObject({ name: "one" });
    expect(namesInCopy()).toEqual(["b", "one"]);
  });

  test("is not called unprocessed when the sync itself failed", async () => {
    const { add, rename } = await storeWith((run) => {
      run();
      if (isFailing) throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
    });
    let isFailing = false;
    await add("a");
    isFailing = true;
    const error = await rename("a", "one").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ isUnprocessed: false });
  });
});
