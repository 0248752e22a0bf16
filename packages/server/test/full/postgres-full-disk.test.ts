import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PostgresServer } from "../../cluster/postgres-server.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { SmallFileSystem } from "../durability/small-file-system.ts";
import { query } from "../postgres/query.ts";

const disk = SmallFileSystem.mount(128);
afterAll(() => disk?.[Symbol.dispose]());

const fileSystem = {
  name: "A small disk (needs a mount)",
  ...(disk === undefined && { missing: "mounting is not allowed" }),
};

describeEngines([fileSystem], () => {
  test("that is full under PostgreSQL makes the service not ready, before a write fails", async () => {
    if (disk === undefined) return;
    await using server = await PostgresServer.start(join(disk.folder, "data"), ["fsync=off"]);
    const states: (string | undefined)[] = [];
    const storage = await openStorage({
      databaseUrl: server.url(),
      onStateChange: (failure) => states.push(failure),
    });
    expect(await storage.isReady()).toBe(true);
    disk.fill(0);
    expect(await storage.isReady()).toBe(false);
    expect(states).toEqual([expect.stringMatching(/^its disk is full; free some space .*No space left/)]);
    disk.empty();
    await expect.poll(() => storage.isReady()).toBe(true);
    expect(states).toEqual([expect.any(String), undefined]);
    // Where temporary files may not be written, the probe writes none.
    await query(server.url(), "alter database postgres set temp_file_limit = 0");
    const limited = await openStorage({ databaseUrl: server.url() });
    expect(await limited.isReady()).toBe(true);
    await Promise.all([storage.close(), limited.close()]);
  });
});
