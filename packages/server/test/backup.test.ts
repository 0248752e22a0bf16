import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { ComputerRequests } from "./durability/computer-requests.ts";
import { prepareDatabase } from "./durability/prepared-database.ts";
import { Workplace } from "./run-command.ts";
import { sampleComputer } from "./storage/sample-computers.ts";

const computers = Array.from({ length: 300 }, (_, index) => sampleComputer({ id: `c-${index}` }));

describe("a backup", () => {
  test("into a folder that does not exist is refused in a sentence", async () => {
    await using place = new Workplace();
    await place.run(["keys", "create", "--owner", "usr_ada"]);
    const { exitCode, stderr } = await place.run(["backup", "missing/backup.db"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("its folder does not exist.")]);
  });

  test("of a service under load contains everything that was acknowledged before it began", async () => {
    await using place = new Workplace();
    const apiKey = await prepareDatabase(place.databasePath, computers);
    const { url } = await place.serveHere();
    const api = new ComputerRequests(url, apiKey);
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; !isOver; count++) {
        const id = `c-${writer * 30 + (count % 30)}`;
        const response = await api.rename(id, `${id}-v${count}`);
        await response.arrayBuffer();
        if (response.status === 200) acknowledged.set(id, count);
      }
    });
    await expect.poll(() => acknowledged.size).toBe(240);
    const before = new Map(acknowledged);
    const file = join(place.folder, "backup.db");
    const made = await place.run(["backup", file, "--json"]);
    isOver = true;
    await Promise.all(writers);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(made.stdout)).toEqual({ file, computers: 300, keys: 1 });

    await using other = new Workplace();
    const restored = await other.run(["restore", file]);
    expect(restored).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("300 computers, 1 API key."),
    });
    const service = await other.serveHere();
    const restoredApi = new ComputerRequests(service.url, apiKey);
    for (const [id, count] of before) {
      const { name } = (await (await restoredApi.get(id)).json()) as { name: string };
      expect(Number(name.split("-v")[1]), id).toBeGreaterThanOrEqual(count);
    }
  });

  test("of a stopped service works too, and overwrites nothing", async () => {
    await using place = new Workplace();
    await prepareDatabase(place.databasePath, computers);
    const file = join(place.folder, "backup.db");
    expect(await place.run(["backup", file])).toMatchObject({ exitCode: 0 });
    expect(await place.run(["backup", file])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("exists; choose another file"),
    });
  });

  test("replaces a database only if told to, and never while a service runs on it", async () => {
    await using place = new Workplace();
    await prepareDatabase(place.databasePath, computers.slice(0, 3));
    const file = join(place.folder, "backup.db");
    await place.run(["backup", file]);
    await place.run(["computers", "delete", "c-0"]);
    expect(await place.run(["restore", file])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("--overwrite"),
    });
    const service = await place.serveHere();
    expect(await place.run(["restore", file, "--overwrite"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("stop it first"),
    });
    await service.close();
    expect(await place.run(["restore", file, "--overwrite"])).toMatchObject({ exitCode: 0 });
    expect((await place.run(["computers", "list", "--json"])).stdout.trim().split("\n")).toHaveLength(3);
  });

  test.each([
    ["is damaged", (file: string) => writeFileSync(file, readFileSync(file).fill(0, 8192))],
    ["is cut off", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
    ["is something else", (file: string) => writeFileSync(file, "no database at all".repeat(100))],
  ])("that %s is not restored", async (_name, spoil) => {
    await using place = new Workplace();
    await prepareDatabase(place.databasePath, computers);
    const file = join(place.folder, "backup.db");
    await place.run(["backup", file]);
    spoil(file);
    await using other = new Workplace();
    const result = await other.run(["restore", file]);
    expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("cannot be restored") });
    expect(existsSync(other.databasePath)).toBe(false);
  });
});

test("a copy of the file alone is never empty: the log is checkpointed when there are no writes", async () => {
  await using place = new Workplace();
  const service = await place.serve(["--sandbox"]);
  const api = new ComputerRequests(service.url, service.apiKey ?? "");
  const [computer] = (await api.list()) as readonly { readonly id: string }[];
  for (let write = 0; write < 50; write++) {
    expect((await api.rename(computer?.id ?? "", `name-${write}`)).status).toBe(200);
  }
  const copied = () => {
    const copy = join(place.folder, "copy.db");
    copyFileSync(place.databasePath, copy);
    const database = new DatabaseSync(copy);
    try {
      return database
        .prepare("select name from computers")
        .all()
        .map(({ name }) => name);
    } finally {
      database.close();
    }
  };
  await expect.poll(copied, { interval: 200 }).toContain("name-49");
});
