import { cpSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { openPlace } from "../commands/open-place.ts";
import { get } from "../commands/run-command.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { addComputers, changeComputer, sampleComputer } from "./sample-computers.ts";
import { storeOf } from "./sqlite-store.ts";

let folder: string;
let path: string;
let storage: Storage;
let states: (string | undefined)[];
let writeStates: (string | undefined)[];
let damages: (string | undefined)[];

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, "data", "test.db");
  states = [];
  writeStates = [];
  damages = [];
  await open();
  await add(...Array.from({ length: 500 }, (_, index) => `c-${index}`));
});

afterEach(() => storage.close().catch(() => {}));

async function open(): Promise<void> {
  storage = await openStorage({
    databaseUrl: `sqlite:${path}`,
    onReadsChange: (failure) => states.push(failure),
    onWritesChange: (failure) => writeStates.push(failure),
    onDamageChange: (damage) => damages.push(damage),
  });
}

async function add(...ids: readonly string[]): Promise<void> {
  await addComputers(
    storage.computers,
    ...ids.map((id) => sampleComputer({ id, hostname: "h".repeat(500) })),
  );
}

async function readsFail(): Promise<boolean> {
  await storage.check();
  return storage.failing().reads !== undefined;
}

const rename = (id: string, name: string) => changeComputer(storage.computers, id, { name });

describe("a moved database", () => {
  test.each([
    ["removed", () => rmSync(path)],
    ["renamed", () => renameSync(path, `${path}.old`)],
    ["renamed with its folder", () => renameSync(join(folder, "data"), join(folder, "moved"))],
    [
      "replaced",
      () => {
        cpSync(path, `${path}.new`);
        renameSync(`${path}.new`, path);
      },
    ],
    ["without its log", () => rmSync(`${path}-wal`)],
  ])("that was %s takes no writes, is not ready and is reported once", async (_name, move) => {
    await rename("c-1", "before");
    expect(await readsFail()).toBe(false);
    move();
    for (let write = 0; write < 3; write++) {
      await expect(rename("c-1", `after-${write}`)).rejects.toMatchObject({
        name: "StorageError",
        isUnprocessed: true,
      });
    }
    expect(await readsFail()).toBe(true);
    expect([states, writeStates]).toEqual([
      [expect.stringContaining("was removed, renamed or replaced")],
      [],
    ]);
  });

  test("works again once it is put back", async () => {
    renameSync(path, `${path}.old`);
    await expect(rename("c-1", "lost")).rejects.toThrow("was removed, renamed or replaced");
    expect(storage.figures().failures).toBeGreaterThanOrEqual(1);
    renameSync(`${path}.old`, path);
    await rename("c-1", "kept");
    expect(await storage.computers.get({ id: "c-1", ownerId: "usr_ada" })).toContain('"name":"kept"');
    await expect.poll(readsFail).toBe(false);
    expect(states).toEqual([expect.any(String), undefined]);
  });
});

describe("a damaged page", () => {
  const read = async (id: string) => storage.computers.get({ id, ownerId: "usr_ada" });

  /** Damages the page of a computer, and returns a function that restores it. */
  function spoil(id: string): () => void {
    const at = readFileSync(path).lastIndexOf(`"id":"${id}"`);
    const file = openSync(path, "r+");
    const bytes = Buffer.alloc(4096);
    const start = at - (at % 4096);
    readSync(file, bytes, 0, 4096, start);
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, start);
    return () => writeSync(file, bytes, 0, 4096, start);
  }

  beforeEach(() => storage.close());

  test("fails only the requests that need it, and says what to do", async () => {
    spoil("c-100");
    await open();
    await expect(read("c-100")).rejects.toThrow("restore it from a backup");
    expect(await read("c-400")).toContain('"id":"c-400"');
    const writes = [rename("c-100", "lost"), rename("c-400", "kept")];
    await expect(Promise.allSettled(writes)).resolves.toMatchObject([
      { reason: { name: "StorageError", isUnprocessed: false } },
      { status: "fulfilled" },
    ]);
    await storage.check();
    const damage = expect.stringContaining("restore it from a backup");
    expect(storage.failing()).toEqual({ reads: undefined, writes: undefined, damage });
    expect([damages, states]).toEqual([[expect.stringContaining("damaged")], []]);
  });

  test.each([
    ["read", () => read("c-100")],
    ["changed", () => rename("c-100", "kept")],
  ])("that can be %s again is no longer reported", async (_how, use) => {
    const mend = spoil("c-100");
    await open();
    await expect(use()).rejects.toThrow("restore it from a backup");
    mend();
    await expect.poll(() => storage.failing().damage).toBeUndefined();
    expect(damages).toEqual([expect.any(String), undefined]);
    expect(await use()).toContain('"id":"c-100"');
  });

  test("is reported by /readyz, which stays 200", async () => {
    spoil("c-100");
    const { place, environment, does } = openPlace({ COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` });
    const key = (await does("keys create --owner usr_ada")).trim();
    const { url } = await place.serveHere({ environment });
    const statusOf = async (id: string) => (await get(`${url}/api/v0/computers/${id}`, key)).status;
    expect([await statusOf("c-100"), await statusOf("c-400")]).toEqual([500, 200]);
    const ready = await get(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringMatching(/^ready\ndamage: the database file is damaged; restore it from a backup.*\n$/),
    ]);
  });

  test("that was misread is read again", async () => {
    const mend = spoil("c-100");
    await open();
    const { exec } = DatabaseSync.prototype;
    const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      if (sql.includes("shrink_memory")) mend();
      exec.call(this, sql);
    });
    onTestFinished(() => spy.mockRestore());
    expect(await read("c-100")).toContain('"id":"c-100"');
    expect(await rename("c-100", "kept")).toContain('"name":"kept"');
    expect([await readsFail(), damages, states]).toEqual([false, [], []]);
  });
});

test("a full disk is reported even if a page is damaged, and neither makes the node unready", async () => {
  const limited = openDatabase({ path: ":memory:" });
  const { store, health, stop } = storeOf({ database: limited, path: ":memory:" });
  const damage = expect.stringContaining("damaged");
  health.failed(Object.assign(new Error("malformed"), { errcode: 11 }), () => store.counts());
  expect(health.failing()).toEqual({ reads: undefined, writes: undefined, damage });
  health.failed(Object.assign(new Error("full"), { errcode: 13 }));
  health.check();
  const writes = expect.stringContaining("disk is full");
  expect(health.failing()).toEqual({ reads: undefined, writes, damage });
  stop();
  limited.close();
});

test("a full disk is one failure however many writes it refuses, and is over when one succeeds", async () => {
  const limited = openDatabase({ path: ":memory:" });
  const states: (string | undefined)[] = [];
  const onWritesChange = (failure: string | undefined) => void states.push(failure);
  const { store, health, stop } = storeOf({ database: limited, path: ":memory:", onWritesChange });
  await addComputers(store, "a");
  const { page_count: pages } = limited.prepare("pragma page_count").get() as { page_count: number };
  limited.exec(`pragma max_page_count = ${pages + 4}`);
  const grow = () => changeComputer(store, "a", { hostname: "h".repeat(100_000) });
  for (let write = 0; write < 5; write++) await expect(grow()).rejects.toThrow("disk is full");
  const many = Array.from({ length: 2_000 }, (_, index) => `many-${index}`);
  await expect(addComputers(store, ...many)).rejects.toThrow("disk is full");
  // Reads, and checks of them, do not end it.
  expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
  health.check();
  expect(states).toEqual([expect.stringContaining("disk is full")]);
  expect(health.failing()).toMatchObject({ reads: undefined, writes: states[0] });
  limited.exec("pragma max_page_count = 100000");
  await grow();
  expect(states).toEqual([expect.any(String), undefined]);
  expect(health.failing().writes).toBeUndefined();
  stop();
  limited.close();
});

test("a table of computers or keys that is missing makes the node unready, and is counted", () => {
  const database = openDatabase({ path: ":memory:" });
  const { health, stop } = storeOf({ database, path: ":memory:" });
  database.exec("alter table api_keys rename to gone");
  health.check();
  expect([health.failing().reads, health.failures]).toEqual([expect.stringContaining("api_keys"), 1]);
  stop();
  database.close();
});
