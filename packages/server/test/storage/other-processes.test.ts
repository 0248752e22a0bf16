import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { addComputers, changeComputer, sampleComputer } from "./sample-computers.ts";

let path: string;
let service: Storage;
/** Stands for another process: SQLite treats each connection separately. */
let other: DatabaseSync;
let states: (string | undefined)[];
let writeStates: (string | undefined)[];

const rename = (name: string) => changeComputer(service.computers, "a", { name });
const read = () => service.computers.get({ id: "a", ownerId: "usr_ada" });

beforeEach(async () => {
  path = join(temporaryFolder(), "test.db");
  states = [];
  writeStates = [];
  service = await openStorage({
    databaseUrl: `sqlite:${path}`,
    onReadsChange: (state) => states.push(state),
    onWritesChange: (state) => writeStates.push(state),
  });
  await addComputers(service.computers, "a");
  other = new DatabaseSync(path);
});

afterEach(async () => {
  if (other.isOpen) other.close();
  await service.close();
});

describe("a database that another process uses as well", () => {
  test("is read and written there, and the service sees it", async () => {
    expect(await read()).toContain('"name":"a"');
    // The reads of one turn of the event loop see the same state.
    await new Promise(setImmediate);
    other.exec('update computers set head = replace(head, \'"name":"a"\', \'"name":"there"\')');
    expect(await read()).toContain('"name":"there"');
    await rename("here");
    expect(other.prepare("select name from computers").get()).toEqual({ name: "here" });
  });

  test("lets the next service claim the jobs of a killed one, although the clock was set back", async () => {
    const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
    await addComputers(service.computers, sampleComputer({ id: "b", provisioningSteps }));
    expect(await service.computers.claimJobs(10)).toHaveLength(1);
    await service.close();
    other.exec(`update nodes set lease_until = lease_until + 3600000000;
      update jobs set attempt = attempt + 3600000000, held_attempt = attempt + 3600000000`);
    service = await openStorage({ databaseUrl: `sqlite:${path}` });
    expect(await service.computers.claimJobs(10)).toMatchObject([{ computerId: "b" }]);
  });

  test("is read while that process writes, and written once its transaction has ended", async () => {
    other.exec("begin immediate");
    const write = rename("waited");
    for (let turn = 0; turn < 20; turn++) {
      expect(await read()).toContain('"name":"a"');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    other.exec("commit");
    expect(await write).toContain('"name":"waited"');
    expect([states, writeStates]).toEqual([[], []]);
  });

  test("takes no writes while it stays locked, says why, and takes the next one after that", async () => {
    other.exec("begin immediate");
    const refused = { name: "StorageError", isUnprocessed: true, message: expect.stringContaining("locked") };
    await expect(rename("first")).rejects.toMatchObject(refused);
    await expect(rename("second")).rejects.toMatchObject(refused);
    await service.check();
    expect(service.failing()).toMatchObject({ reads: undefined, writes: refused.message });
    expect(await read()).toContain('"name":"a"');
    other.exec("rollback");
    expect(await rename("third")).toContain('"name":"third"');
    expect(states).toEqual([]);
    expect(writeStates).toEqual([
      expect.stringContaining("another process has the database locked"),
      undefined,
    ]);
  }, 30_000);

  test("takes no writes once a newer release has migrated it", async () => {
    other.exec("pragma user_version = 99");
    await expect(rename("late")).rejects.toMatchObject({
      isUnprocessed: true,
      message: expect.stringContaining("has migrated the database"),
    });
    await service.check();
    expect(service.failing().reads).toContain("stop the service");
    expect(await read()).toContain('"name":"a"');
  });
});
