import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type NodeProcess, startNodeProcess } from "@compute-host/server/node-process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Address } from "../../workflows/address.ts";
import { exampleOf } from "../../workflows/promised-responses.ts";
import { runWorkflow } from "../../workflows/respect.ts";

const api = loadApi();
const main = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@compute-host/server/package.json")));

let sandbox: NodeProcess;
let address: Address;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  sandbox = await startNodeProcess("sqlite::memory:", { program: main, cwd: folder });
  address = { baseUrl: sandbox.url, token: String(sandbox.apiKey) };
});

afterAll(() => sandbox.stop("SIGINT"));

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
