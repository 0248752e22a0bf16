import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@compute-host/server";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { Host } from "../../reference/host.ts";
import { environmentOf, runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a correct implementation passes every case of the example for CI, and none is left out", async () => {
  const { jobs } = parse(readFileSync(new URL("../../examples/github.yml", import.meta.url), "utf8"));
  const { run, env: named } = jobs.contract.steps.at(-1) as { run: string; env: object };
  const [program, ...args] = run.split(" ");
  // Long enough for a second retry to meet a running session on a busy machine.
  const host = await Host.start({ installMs: 800 });
  const env = environmentOf(host);
  const { exitCode, stdout } = await runCommand(args, env, folder);
  await host.close();
  expect(program).toBe("node_modules/.bin/contract-tests");
  expect(Object.keys(named)).toEqual(Object.keys(env));
  expect(existsSync(join(folder, "contract.xml"))).toBe(true);
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
