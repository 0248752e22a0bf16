import { cpSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { wholeList } from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { addComputers, changeComputer, sampleComputer } from "./sample-computers.ts";
import { storeOf } from "./sqlite-store.ts";

let folder: string;
let path: string;
let storage: Storage;
let states: (string | undefined)[];

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, "data", "test.db");
  states = [];
  await open();
  await add(...Array.from({ length: 500 }, (_, index) => `c-${index}`));
});

afterEach(() => storage.close().catch(() => {}));

async function open(): Promise<void> {
  storage = await openStorage({
    databaseUrl: `sqlite:${path}`,
    onStateChange: (failure) => states.push(failure),
  });
}

async function add(...ids: readonly string[]): Promise<void> {
  await addComputers(
    storage.computers,
    ...ids.map((id) => sampleComputer({ id, hostname: "h".repeat(500) })),
  );
}

const rename = (id: string, name: string) => changeComputer(storage.computers, id, { name });

describe("a database that is not where it was", () => {
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
  ])("because it was %s takes no write, is not ready and says so once", async (_name, move) => {
    await rename("c-1", "before");
    expect(await storage.isReady()).toBe(true);
    move();
    for (let write = 0; write < 3; write++) {
      await expect(rename("c-1", `after-${write}`)).rejects.toMatchObject({
        name: "StorageError",
        isUnprocessed: true,
      });
    }
    expect(await storage.isReady()).toBe(false);
    expect(states).toEqual([expect.stringContaining("was removed, renamed or replaced")]);
  });

  test("works again once it is put back", async () => {
    renameSync(path, `${path}.old`);
    await expect(rename("c-1", "lost")).rejects.toThrow("was removed, renamed or replaced");
    expect(storage.figures().failures).toBeGreaterThanOrEqual(1);
    renameSync(`${path}.old`, path);
    await rename("c-1", "kept");
    expect(await storage.computers.get({ id: "c-1", ownerId: "usr_ada" })).toContain('"name":"kept"');
    await expect.poll(() => storage.isReady()).toBe(true);
    expect(states).toEqual([expect.any(String), undefined]);
  });
});

test("a damaged database fails reads permanently, and is not ready", async () => {
  await storage.close();
  const file = openSync(path, "r+");
  const pages = Math.floor(statSync(path).size / 4096);
  // Behind the roots of all tables and indexes, which are read at the start.
  for (let page = 40; page < pages; page++) writeSync(file, Buffer.alloc(4096), 0, 4096, page * 4096);
  await open();
  expect(await storage.isReady()).toBe(true);
  const read = async () => storage.computers.list({ ...wholeList, ownerId: "usr_ada", withSteps: true });
  await expect(read()).rejects.toMatchObject({ name: "StorageError", isUnprocessed: false });
  await expect(read()).rejects.toThrow("restore it from a backup");
  expect(await storage.isReady()).toBe(false);
  expect(states).toEqual([expect.stringContaining("damaged")]);
});

test("a full disk is one failure however many writes it refuses, and over when one succeeds", async () => {
  const limited = openDatabase({ path: ":memory:" });
  const states: (string | undefined)[] = [];
  const onStateChange = (failure: string | undefined) => void states.push(failure);
  const { store, health, stop } = storeOf({ database: limited, path: ":memory:", onStateChange });
  await addComputers(store, "a");
  const { page_count: pages } = limited.prepare("pragma page_count").get() as { page_count: number };
  limited.exec(`pragma max_page_count = ${pages + 4}`);
  const grow = () => changeComputer(store, "a", { hostname: "h".repeat(100_000) });
  for (let write = 0; write < 5; write++) await expect(grow()).rejects.toThrow("disk is full");
  const many = Array.from({ length: 2_000 }, (_, index) => `many-${index}`);
  await expect(addComputers(store, ...many)).rejects.toThrow("disk is full");
  expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
  expect(states).toEqual([expect.stringContaining("disk is full")]);
  expect(health.isReady()).toBe(false);
  limited.exec("pragma max_page_count = 100000");
  await grow();
  expect(states).toEqual([expect.any(String), undefined]);
  expect(health.isReady()).toBe(true);
  stop();
  limited.close();
});
