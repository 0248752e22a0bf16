import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { Host } from "../../reference/host.ts";
import { startCommand } from "../run-command.ts";

test("a correct implementation passes every case of the example for CI, and none is left out", async () => {
  const { jobs } = parse(readFileSync(new URL("../../examples/github.yml", import.meta.url), "utf8"));
  const { run, env: named } = jobs.contract.steps.at(-1) as { run: string; env: object };
  const [program, ...args] = run.split(" ");
  // Long enough for a second retry to meet a running session on a busy machine.
  await using host = await Host.start({ installMs: 800 });
  const env = host.environment;
  const folder = mkdtempSync(join(tmpdir(), "contract-command-"));
  const { exitCode, stdout } = await startCommand(args, env, folder).ended;
  expect(program).toBe("node_modules/.bin/contract-tests");
  expect(Object.keys(named)).toEqual(Object.keys(env));
  expect(existsSync(join(folder, "contract.xml"))).toBe(true);
  expect(stdout).toMatch(/\d+ passed, 0 failed, 0 left out/);
  expect(exitCode).toBe(0);
  rmSync(folder, { recursive: true });
});
