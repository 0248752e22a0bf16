import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@compute-host/server";
import { afterAll, expect, test } from "vitest";
import { startReference } from "../../reference/start-reference.ts";
import { environmentOf, runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a correct implementation passes every case, and none is left out", async () => {
  // Long enough for a second retry to meet a running session on a busy machine.
  const reference = await startReference({ installMs: 800 });
  const args = ["--disposable", "--require", "all"];
  const { exitCode, stdout } = await runCommand(args, environmentOf(reference), folder);
  await reference.close();
  expect(stdout).toMatch(/\d+ passed, 0 failed, 0 left out/);
  expect(exitCode).toBe(0);
});

test("passes for an owner without computers", async () => {
  const server = await startServer({ computers: [] });
  const env = { CONTRACT_BASE_URL: server.baseUrl, CONTRACT_TOKEN: server.apiKey };
  const { exitCode, stdout } = await runCommand(["--disposable", "--require=0%"], env, folder);
  await server.close();
  expect(stdout).toContain("0 failed");
  expect(exitCode).toBe(0);
});
