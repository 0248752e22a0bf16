import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Address } from "../../workflows/address.ts";
import { runWorkflow, workflows } from "../../workflows/respect.ts";
import { sampleComputer } from "../../workflows/sample-computer.ts";

const api = loadApi();
const main = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@compute-host/server/package.json")));

let sandbox: StartedProcess;
let address: Address;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  const env = { COMPUTE_HOST_DATABASE_URL: "sqlite::memory:", COMPUTE_HOST_LOG_LEVEL: "warn" };
  sandbox = new StartedProcess(process.execPath, [main, ...sandboxArguments], { cwd: folder, env });
  const { url, apiKey } = await readyOf(sandbox);
  address = { baseUrl: url, token: String(apiKey) };
});

afterAll(() => sandbox.stop());

test.each(Object.entries(workflows))(
  "%s passes in the command's sandbox, on a sample of the description",
  async (workflow, { sample, steps }) => {
    const id = String(sampleComputer(api, sample).id);
    const output = { har: join(folder, `${workflow}.har`), json: join(folder, `${workflow}.json`) };
    const inputs = { computerId: id, newName: "renamed-by-workflow" };
    const results = await runWorkflow(address, workflow, inputs, output);
    // The last poll ends the step; the earlier ones found the computer still provisioning.
    const settled = results.filter(({ step }, index) => results[index + 1]?.step !== step);
    expect(settled.map(({ step }) => step)).toEqual(steps);
    expect(settled.flatMap(({ checks }) => checks.filter(({ passed }) => !passed))).toEqual([]);
    const headers = { authorization: `Bearer ${address.token}` };
    const response = await fetch(`${address.baseUrl}/api/v0/computers/${id}`, { headers });
    expect(await response.json()).toMatchObject({ status: "active" });
  },
);
