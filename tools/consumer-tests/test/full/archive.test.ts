import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyWorkspace, pnpmCaches } from "../../src/clones/workspace-clone.ts";

/** A download without `.git`, such as the ZIP of a code host. */
const archive = mkdtempSync(join(tmpdir(), "compute-host-archive-"));
let options: { readonly cwd: string; readonly env: Record<string, string>; readonly timeoutMs: number };

beforeAll(async () => {
  const path = `${join(archive, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...gitOfTests, ...(await pnpmCaches()), NODE_ENV: "", PATH: path };
  options = { cwd: archive, env, timeoutMs: 300_000 };
  await copyWorkspace(archive);
  rmSync(join(archive, ".git"), { recursive: true });
  await runOrThrow("pnpm", ["install", "--frozen-lockfile"], options);
});
afterAll(() => rmSync(archive, { recursive: true, force: true }));

test.each(["generate", "tarballs"])("npm run %s works", async (script) => {
  expect(await runProcess("npm", ["run", script], options)).toMatchObject({ exitCode: 0 });
});

test.each(["test", "test:full", "check"])("npm run %s says what it needs", async (script) => {
  const { exitCode, stderr } = await runProcess("npm", ["run", script], options);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^This is not a git working tree, which the checks and tests need: run `git init` first\.$/m,
  );
});
