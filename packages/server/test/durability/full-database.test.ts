import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { addComputers, changeComputer } from "../storage/sample-computers.ts";
import { storeOf } from "../storage/sqlite-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** More pages than the test ever fills. */
const roomy = 100_000;

describe("a database that may not grow", () => {
  let folder: string;
  let database: DatabaseSync;
  let store: ComputerStore;

  beforeEach(async () => {
    folder = temporaryFolder();
    database = openDatabase({ path: join(folder, "test.db") });
    ({ store } = storeOf(database));
    await add("a", "b");
    const { page_count: pages } = database.prepare("pragma page_count").get() as { page_count: number };
    database.exec(`pragma max_page_count = ${pages + 4}`);
  });

  afterEach(() => database.close());

  const add = (...ids: readonly string[]) => addComputers(store, ...ids);

  const grow = (id: string, bytes: number) => changeComputer(store, id, { remoteUser: "x".repeat(bytes) });

  async function lengthOf(id: string): Promise<number> {
    const text = await store.get({ id, ownerId: "usr_ada" });
    return (JSON.parse(text ?? "{}") as { remoteUser?: string }).remoteUser?.length ?? 0;
  }

  test("acknowledges none of a group that does not fit, unless it is on disk", async () => {
    const sizes = [500, 100_000, 700];
    const outcomes = await Promise.allSettled(
      sizes.map((bytes, index) => grow(index === 1 ? "b" : "a", bytes)),
    );
    expect(outcomes[1]?.status).toBe("rejected");
    expect(await lengthOf("b")).toBe(0);
    const kept = outcomes[2]?.status === "fulfilled" ? 700 : outcomes[0]?.status === "fulfilled" ? 500 : 0;
    expect(await lengthOf("a")).toBe(kept);
  });

  test("imports all or nothing", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => `many-${index}`);
    await expect(add("c", ...many)).rejects.toThrow("the disk is full");
    expect(await store.counts()).toMatchObject({ computers: 2 });
    database.exec(`pragma max_page_count = ${roomy}`);
    await add("c", ...many);
    expect(await store.counts()).toMatchObject({ computers: 2003 });
  });
});
