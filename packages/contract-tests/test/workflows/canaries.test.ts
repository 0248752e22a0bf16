import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { exampleOf } from "../../workflows/promised-responses.ts";
import { runWorkflow } from "../../workflows/respect.ts";
import { type Json, startTamperingProxy, type Tamper } from "../../workflows/tampering-proxy.ts";
import { startPrismTarget } from "../targets/prism-target.ts";

const api = loadApi();
const active = exampleOf(api, "getComputer", "200", "active");
const failed = exampleOf(api, "getComputer", "200", "installDepsFailed");
const inputs = {
  updateFlow: { computerId: String(active.id), newName: String(active.name) },
  retryFlow: { computerId: String(failed.id) },
};

let mock: Target;
let folder = "";

beforeAll(async () => {
  mock = await startPrismTarget(api);
  folder = await mkdtemp(join(tmpdir(), "workflow-canaries-"));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

/** Adds what the description leaves open, which no check may refuse. */
const withMore =
  (tamper: Tamper): Tamper =>
  (request, json) => {
    for (const computer of json.computers ?? [json]) {
      computer.computerSource = { kind: "snapshot", snapshotId: "snp_1" };
      computer.region = "eu-1";
    }
    tamper(request, json);
  };

/** Returns the checks that fail when responses are tampered with, by their steps. */
async function failingChecks(
  workflow: keyof typeof inputs,
  tamper: Tamper,
): Promise<[step: string, condition: string | undefined][]> {
  const proxy = await startTamperingProxy(mock, withMore(tamper));
  try {
    const output = { har: join(folder, "run.har"), json: join(folder, "run.json") };
    const results = await runWorkflow(proxy, workflow, inputs[workflow], output);
    return results.flatMap(({ step, checks }) =>
      checks
        .filter(({ passed }) => !passed)
        .map(({ condition }): [string, string | undefined] => [step, condition]),
    );
  } finally {
    await proxy.close();
  }
}

const installDeps = (computer: Json) =>
  computer.provisioningSteps.find(({ id }: { id: string }) => id === "install-deps");

/** The step of a workflow that fails, the checks that have to notice, and what they have to notice. */
const canaries: [step: string, workflow: keyof typeof inputs, facts: string[], tamper: Tamper][] = [
  [
    "retryInstallDeps",
    "retryFlow",
    ["/status == 'provisioning'", "@.status=='running'", "@.installSessionId", "!@.error", "!@.completedAt"],
    ({ method }, json) => {
      if (method !== "POST") return;
      json.status = "active";
      const { installSessionId: _session, ...step } = installDeps(json);
      const wrong = { ...step, status: "pending", error: "the former one", completedAt: 1795016534000 };
      json.provisioningSteps = [wrong];
    },
  ],
  [
    "findFailure",
    "retryFlow",
    ["/status == 'error'", "@.status=='failed'", "@.error"],
    ({ method }, json) => {
      if (method !== "GET" || json.status !== "error") return;
      json.status = "active";
      const { error: _error, ...step } = installDeps(json);
      json.provisioningSteps = [{ ...step, status: "completed" }];
    },
  ],
  [
    "listComputers",
    "updateFlow",
    ["length(@.computers) > 0"],
    (_request, json) => {
      if (json.computers) json.computers = [];
    },
  ],
  [
    "getComputer",
    "updateFlow",
    ["/id == $inputs.computerId"],
    ({ method }, json) => {
      if (method === "GET" && json.id) json.id = "cmp_other";
    },
  ],
  [
    "renameComputer",
    "updateFlow",
    ["/name == $inputs.newName"],
    ({ method }, json) => {
      if (method === "PATCH") json.name = "another";
    },
  ],
];

test.each(canaries)(
  "every check of %s can fail, and none fails for unknown kinds and properties",
  async (step, workflow, facts, tamper) => {
    expect(await failingChecks(workflow, tamper)).toEqual(
      facts.map((fact) => [step, expect.stringContaining(fact)]),
    );
  },
);
