import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDrift, writeGenerated } from "./generated-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "codegen-"));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (text: string) => ({
  url: pathToFileURL(join(folder, "a.gen.ts")),
  text,
  command: "pnpm generate",
});

test("a written file has no drift", async () => {
  await writeGenerated(file("one\ntwo\n"));
  expect(await findDrift(file("one\ntwo\n"))).toBeUndefined();
});

test("reports a missing file with the command to run", async () => {
  expect(await findDrift(file("one\n"))).toMatch(/a\.gen\.ts is missing: run `pnpm generate`/);
});
