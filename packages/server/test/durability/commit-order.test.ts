import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { addComputers, changeComputer } from "../storage/sample-computers.ts";
import { storeOf } from "../storage/sqlite-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The same database with another way to commit. */
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
  let path: string;
  let database: DatabaseSync;
  /** What a commit does. */
  let commit: (run: () => unknown) => unknown;
  let stop: () => void;
  let rename: (id: string, name: string) => Promise<string | undefined>;

  beforeEach(async () => {
    path = join(temporaryFolder(), "test.db");
    database = openDatabase({ path });
    commit = (run) => run();
    const opened = storeOf(
      { database, path },
      withCommit(database, (run) => commit(run)),
    );
    stop = opened.stop;
    rename = (id, name) => changeComputer(opened.store, id, { name });
    await addComputers(opened.store, "a", "b", "c", "taken");
  });

  afterEach(() => {
    stop();
    database.close();
  });

  function namesInFile(): unknown[] {
    using other = new DatabaseSync(path);
    const rows = other.prepare("select name from computers order by id").all();
    return rows.map(({ name }) => name);
  }

  test("syncs each commit: a write-ahead log, and synchronous is FULL", () => {
    expect(database.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("pragma synchronous").get()).toEqual({ synchronous: 2 });
  });

  test("shares the commit of its turn, even with a refused write, and is invisible before it", async () => {
    const events: unknown[] = [];
    commit = (run) => {
      events.push(namesInFile());
      run();
      events.push("committed");
    };
    const told = () => void events.push("told");
    const writes = [rename("a", "one"), rename("b", "taken"), rename("c", "three")];
    await Promise.all(writes.map((write) => write.then(told, told)));
    expect(events).toEqual([["a", "b", "c", "taken"], "committed", "told", "told", "told"]);
    expect(namesInFile()).toEqual(["one", "b", "three", "taken"]);
  });

  test("is rejected together with all others if the commit fails, and the next one works", async () => {
    commit = () => {
      throw Object.assign(new Error("database or disk is full"), { errcode: 13 });
    };
    for (const outcome of await Promise.allSettled([rename("a", "one"), rename("b", "two")]))
      expect(outcome).toMatchObject({ reason: { name: "StorageError", isUnprocessed: true } });
    commit = (run) => run();
    expect(await rename("b", "two")).toContain('"name":"two"');
    expect(namesInFile()).toEqual(["a", "two", "c", "taken"]);
  });

  test("is not reported as unprocessed if the sync itself failed", async () => {
    commit = (run) => {
      run();
      throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
    };
    await expect(rename("a", "one")).rejects.toMatchObject({ name: "StorageError", isUnprocessed: false });
  });
});
