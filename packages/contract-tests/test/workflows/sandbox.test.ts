import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Address } from "../../workflows/address.ts";
import { exampleOf } from "../../workflows/promised-responses.ts";
import { runWorkflow } from "../../workflows/respect.ts";

const api = loadApi();
const startLimitMs = 300_000;
const main = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@compute-host/server/package.json")));

let sandbox: ChildProcess;
let address: Address;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  const env = { ...process.env, PORT: "0", DATABASE_URL: `sqlite:${join(folder, "sandbox.db")}` };
  sandbox = spawn(process.execPath, [main, "serve", "--sandbox", "--ready-json"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (!sandbox.stdout) throw new Error("The sandbox has no output to read.");
  const lines = createInterface(sandbox.stdout);
  const [line] = await once(lines, "line", { signal: AbortSignal.timeout(startLimitMs) });
  const { url, apiKey } = JSON.parse(String(line)) as { url: string; apiKey: string };
  address = { baseUrl: url, token: apiKey };
});

afterAll(async () => {
  if (sandbox.exitCode !== null) return;
  const ended = once(sandbox, "exit", { signal: AbortSignal.timeout(startLimitMs) });
  sandbox.kill("SIGTERM");
  await ended;
});

async function failures(workflow: string, inputs: Record<string, string>): Promise<unknown[]> {
  const output = { har: join(folder, `${workflow}.har`), json: join(folder, `${workflow}.json`) };
  const results = await runWorkflow(address, workflow, inputs, output);
  expect(results.length).toBeGreaterThanOrEqual(3);
  // The last poll ends the step; the earlier ones found the computer still provisioning.
  const settled = results.filter(({ step }, index) => results[index + 1]?.step !== step);
  return settled.flatMap(({ step, checks }) =>
    checks.filter(({ passed }) => !passed).map((check) => ({ step, check })),
  );
}

test("passes updateFlow in the command's sandbox, on a sample of the description", async () => {
  const { id } = exampleOf(api, "getComputer", "200", "active");
  expect(await failures("updateFlow", { computerId: String(id), newName: "renamed-by-workflow" })).toEqual(
    [],
  );
});

test("passes retryFlow in the command's sandbox, on the sample whose installation failed", async () => {
  const { id } = exampleOf(api, "getComputer", "200", "installDepsFailed");
  expect(await failures("retryFlow", { computerId: String(id) })).toEqual([]);
});
