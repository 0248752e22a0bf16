import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { exampleOf } from "../../workflows/promised-responses.ts";
import { runWorkflow } from "../../workflows/respect.ts";
import { startTamperingProxy, type Tamper } from "../../workflows/tampering-proxy.ts";
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

/** Returns the steps of a workflow whose checks fail when a response is tampered with. */
async function failingSteps(workflow: keyof typeof inputs, tamper: Tamper): Promise<string[]> {
  const proxy = await startTamperingProxy(mock, tamper);
  try {
    const output = { har: join(folder, "run.har"), json: join(folder, "run.json") };
    const results = await runWorkflow(proxy, workflow, inputs[workflow], output);
    const failing = results.filter(({ checks }) => checks.some(({ passed }) => !passed));
    return [...new Set(failing.map(({ step }) => step))];
  } finally {
    await proxy.close();
  }
}

const onRetry =
  (change: (step: Record<string, unknown>) => void): Tamper =>
  ({ method }, json) => {
    if (method !== "POST") return;
    change(json.provisioningSteps.find(({ id }: { id: string }) => id === "install-deps"));
  };

/** Changes the record that is read before the retry. */
const onFailure =
  (change: (computer: Record<string, unknown>, step: Record<string, unknown>) => void): Tamper =>
  ({ method }, json) => {
    if (method !== "GET" || json.status !== "error") return;
    change(
      json,
      json.provisioningSteps.find(({ id }: { id: string }) => id === "install-deps"),
    );
  };

const canaries: [fact: string, workflow: keyof typeof inputs, step: string, tamper: Tamper][] = [
  ["the retried step runs", "retryFlow", "retryInstallDeps", onRetry((step) => (step.status = "pending"))],
  [
    "the retried step has a session",
    "retryFlow",
    "retryInstallDeps",
    onRetry((step) => delete step.installSessionId),
  ],
  [
    "the retried step no longer has an error",
    "retryFlow",
    "retryInstallDeps",
    onRetry((step) => (step.error = "the former one")),
  ],
  [
    "the retried step no longer has an end",
    "retryFlow",
    "retryInstallDeps",
    onRetry((step) => (step.completedAt = 1795016534000)),
  ],
  [
    "the retried computer is being provisioned",
    "retryFlow",
    "retryInstallDeps",
    ({ method }, json) => {
      if (method === "POST") json.status = "active";
    },
  ],
  [
    "the failed computer is in error",
    "retryFlow",
    "findFailure",
    onFailure((computer) => (computer.status = "active")),
  ],
  [
    "the failed step has failed",
    "retryFlow",
    "findFailure",
    onFailure((_, step) => (step.status = "completed")),
  ],
  ["the failed step says why", "retryFlow", "findFailure", onFailure((_, step) => delete step.error)],
  [
    "the list has computers",
    "updateFlow",
    "listComputers",
    (_request, json) => {
      if (json.computers) json.computers = [];
    },
  ],
  [
    "the requested computer is returned",
    "updateFlow",
    "getComputer",
    ({ method }, json) => {
      if (method === "GET" && json.id) json.id = "cmp_other";
    },
  ],
  [
    "the update returns the new name",
    "updateFlow",
    "renameComputer",
    ({ method }, json) => {
      if (method === "PATCH") json.name = "another";
    },
  ],
];

test.each(canaries)("a workflow fails unless %s", async (_fact, workflow, step, tamper) => {
  expect((await failingSteps(workflow, tamper))[0]).toBe(step);
});

test("a workflow accepts a record with an unknown kind of source and undescribed properties", async () => {
  const tamper: Tamper = (_request, json) => {
    for (const computer of json.computers ?? [json]) {
      computer.computerSource = { kind: "snapshot", snapshotId: "snp_1" };
      computer.region = "eu-1";
    }
  };
  expect(await failingSteps("updateFlow", tamper)).toEqual([]);
  expect(await failingSteps("retryFlow", tamper)).toEqual([]);
});
