import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkTrackedBinaries } from "./tracked-binaries.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tracked-binaries-"));
  await writeFile(join(root, "README.md"), "# Text, in UTF-8: ü\n");
  const database = new DatabaseSync(join(root, "compute-host.db"));
  database.exec("create table computers (id text)");
  database.close();
});
afterAll(() => rm(root, { recursive: true }));

test("reports a tracked database, but not a text", async () => {
  expect(await checkTrackedBinaries({ root, files: ["README.md", "compute-host.db"] })).toEqual([
    "compute-host.db is a binary file",
  ]);
});

test("accepts a deleted tracked file", async () => {
  expect(await checkTrackedBinaries({ root, files: ["gone.db"] })).toEqual([]);
});
