import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Computer } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { fillDatabase } from "../durability/fill-database.ts";
import { apiOf, rename } from "../http/api-client.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { get, Workplace } from "./run-command.ts";

const pathOf = (id: string) => `/api/v0/computers/${id}`;
const computers = Array.from({ length: 300 }, (_, index) => sampleComputer({ id: `c-${index}` }));

describe("a backup", () => {
  test("of a service under load contains everything that was acknowledged before it began", async () => {
    await using place = new Workplace();
    const apiKey = await fillDatabase(place.databaseUrl, computers);
    const { url } = await place.serveHere();
    const api = apiOf({ baseUrl: url, apiKey });
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; !isOver; count++) {
        const id = `c-${writer * 30 + (count % 30)}`;
        const { status } = await api(pathOf(id), rename(`${id}-v${count}`));
        if (status === 200) acknowledged.set(id, count);
      }
    });
    await expect.poll(() => acknowledged.size).toBe(240);
    const before = new Map(acknowledged);
    const file = join(place.folder, "backup.db");
    const made = await place.run(["backup", file]);
    isOver = true;
    await Promise.all(writers);
    const metrics = await (await get(`${url}/metrics`)).text();
    const backedUpAt = /^compute_host_last_backup_timestamp_seconds (\d+)$/m.exec(metrics)?.[1];
    expect(Date.now() / 1_000 - Number(backedUpAt)).toBeLessThan(600);
    expect(metrics).toMatch(/^compute_host_disk_free_bytes [1-9]\d+$/m);
    expect(made.stdout).toBe(`Wrote ${file}: 300 computers, 1 API key.\n`);

    await using other = new Workplace();
    const restored = await other.run(["restore", file]);
    expect(restored).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("300 computers, 1 API key."),
    });
    const service = await other.serveHere();
    const restoredApi = apiOf({ baseUrl: service.url, apiKey });
    for (const [id, count] of before) {
      const { name }: Computer = (await restoredApi(pathOf(id))).json;
      expect(Number(name.split("-v")[1]), id).toBeGreaterThanOrEqual(count);
    }
  });

  test("gets its name once it is complete, even if two backups with one name overlap", async () => {
    await using place = new Workplace();
    await fillDatabase(place.databaseUrl, computers);
    await place.serveHere();
    const file = join(place.folder, "backups.db");
    const made = await Promise.all([place.run(["backup", file]), place.run(["backup", file])]);
    expect(made.map(({ exitCode, stdout, stderr }) => [exitCode, stdout || stderr]).toSorted()).toEqual([
      [0, `Wrote ${file}: 300 computers, 1 API key.\n`],
      [1, `compute-host: ${file} exists; choose another file\n`],
    ]);
    await using other = new Workplace();
    expect((await other.run(["restore", file])).stdout).toContain("300 computers, 1 API key.");
    expect(readdirSync(place.folder).toSorted()).toEqual(["backups.db", "data"]);
  });

  test("overwrites nothing, and is restored over a database only if told to and while no service uses it", async () => {
    await using place = new Workplace();
    await fillDatabase(place.databaseUrl, computers.slice(0, 3));
    const file = join(place.folder, "backup.db");
    const fails = async (args: readonly string[], message: string) =>
      expect(await place.run(args)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining(message),
      });
    await fails(["backup", "missing/backup.db"], "its folder does not exist.");
    expect(await place.run(["backup", file])).toMatchObject({ exitCode: 0 });
    await fails(["backup", file], "exists; choose another file");
    await place.run(["computers", "delete", "c-0"]);
    await fails(["restore", file], "--overwrite");
    const service = await place.serveHere();
    await fails(["restore", file, "--overwrite"], "stop that first");
    await service.close();
    expect(await place.run(["restore", file, "--overwrite"])).toMatchObject({ exitCode: 0 });
    expect((await place.run(["computers", "list", "--json"])).stdout.trim().split("\n")).toHaveLength(3);
  });

  test("that is damaged, cut off or something else is not restored", async () => {
    await using place = new Workplace();
    await fillDatabase(place.databaseUrl, computers);
    const file = join(place.folder, "backup.db");
    await place.run(["backup", file]);
    const whole = readFileSync(file);
    await using other = new Workplace();
    const spoilt = [
      Buffer.from(whole).fill(0, 8192),
      whole.subarray(0, 20_000),
      "no database at all".repeat(100),
    ];
    for (const bytes of spoilt) {
      writeFileSync(file, bytes);
      const result = await other.run(["restore", file]);
      expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("cannot be restored") });
      expect(existsSync(other.databasePath)).toBe(false);
    }
  });
});

/** Copies the disk of a running service, as if it had been killed: the latest name is only in the log. */
async function takeSnapshot(place: Workplace, folder: string): Promise<string> {
  const apiKey = await fillDatabase(place.databaseUrl, computers);
  const { url } = await place.serveHere();
  expect((await apiOf({ baseUrl: url, apiKey })(pathOf("c-1"), rename("latest"))).status).toBe(200);
  const snapshot = join(folder, "snapshot.db");
  for (const suffix of ["", "-wal"]) copyFileSync(place.databasePath + suffix, snapshot + suffix);
  return snapshot;
}

const namesIn = async (place: Workplace) => (await place.run(["computers", "list", "--json"])).stdout;

describe("a snapshot of a service's disk", () => {
  test("is restored with its log", async () => {
    await using place = new Workplace();
    await using other = new Workplace();
    const snapshot = await takeSnapshot(place, other.folder);
    expect((await other.run(["restore", snapshot])).stdout).toContain("300 computers, 1 API key.");
    expect(await namesIn(other)).toContain('"name":"latest"');
    expect(existsSync(`${snapshot}-wal`)).toBe(true);
  });

  test("is not restored over itself, over a link to a missing disk, or from a running service", async () => {
    await using place = new Workplace();
    await using other = new Workplace();
    const snapshot = await takeSnapshot(place, other.folder);
    const [link, dangling] = [join(other.folder, "link.db"), join(other.folder, "dangling.db")];
    symlinkSync(snapshot, link);
    symlinkSync(join(other.folder, "unmounted/data.db"), dangling);
    const at = (path: string) => ({ environment: { COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` } });
    for (const [file, path, reason] of [
      [snapshot, snapshot, "it is the database itself"],
      [link, snapshot, "it is the database itself"],
      [snapshot, dangling, "a link to a file that does not exist"],
      [place.databasePath, snapshot, "stop that first"],
    ] as const) {
      expect(await other.run(["restore", file, "--overwrite"], at(path))).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining(reason),
      });
    }
    expect((await other.run(["computers", "list"], at(snapshot))).stdout).toContain("latest");
  });
});

test("a copy of only the file is never empty: the log is checkpointed when there are no writes", async () => {
  await using place = new Workplace();
  const apiKey = await fillDatabase(place.databaseUrl, computers);
  const { url } = await place.serveHere();
  const api = apiOf({ baseUrl: url, apiKey });
  for (let write = 0; write < 50; write++)
    expect((await api(pathOf("c-0"), rename(`name-${write}`))).status).toBe(200);
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
