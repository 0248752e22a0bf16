import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { measureDrift } from "../../workflows/drift.ts";
import { HarRecorder } from "../../workflows/har.ts";
import { runWorkflow, type StepResult, workflows } from "../../workflows/respect.ts";
import { sampleComputer } from "../../workflows/sample-computer.ts";
import { type Json, startTamperingProxy, type Tamper } from "../../workflows/tampering-proxy.ts";
import { startPrismTarget } from "../targets/prism-target.ts";

type Workflow = keyof typeof workflows;

const api = loadApi();

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

/** Runs a workflow on the mock, whose responses are tampered with. */
async function run(workflow: Workflow, tamper: Tamper): Promise<StepResult[]> {
  const proxy = await startTamperingProxy(mock, withMore(tamper));
  const { id, name } = sampleComputer(api, workflows[workflow].sample);
  const inputs = { computerId: String(id), newName: String(name) };
  const output = { har: join(folder, "run.har"), json: join(folder, "run.json") };
  return runWorkflow(proxy, workflow, inputs, output).finally(() => proxy.close());
}

test.each(Object.keys(workflows) as Workflow[])(
  "%s passes every check on the mock, whatever kinds and properties it does not know",
  async (workflow) => {
    const results = await run(workflow, () => {});
    expect(results.map(({ step }) => step)).toEqual(workflows[workflow].steps);
    for (const { checks } of results) {
      expect(checks.length).toBeGreaterThanOrEqual(4);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    }
  },
);

const installDeps = (computer: Json) =>
  computer.provisioningSteps.find(({ id }: { id: string }) => id === "install-deps");

/** The step of a workflow that fails, the checks that have to notice, and what they have to notice. */
const canaries: [step: string, workflow: Workflow, facts: string[], tamper: Tamper][] = [
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

test.each(canaries)("every check of %s can fail", async (step, workflow, facts, tamper) => {
  const failing = (await run(workflow, tamper)).flatMap(({ step, checks }) =>
    checks.filter(({ passed }) => !passed).map(({ condition }) => [step, condition]),
  );
  expect(failing).toEqual(facts.map((fact) => [step, expect.stringContaining(fact)]));
});

test("recorded responses that break the description are reported", async () => {
  const traffic = join(folder, "har");
  await mkdir(traffic);
  const recorder = new HarRecorder();
  const headers = { authorization: `Bearer ${mock.token}` };
  await recorder.send({ method: "GET", url: `${mock.baseUrl}/api/v0/computers/cmp_01k9x7q2m4`, headers });
  const file = join(traffic, "canary.har");
  await recorder.save(file);
  const text = await readFile(file, "utf8");
  await rm(file);
  const canaries: [find: RegExp, plant: string][] = [
    [/\\"id\\":\\"cmp_01k9x7q2m4\\",/, ""],
    [/\\"providerType\\":\\"managed\\"/, '\\"providerType\\":\\"rented\\"'],
    [/v0\/computers\/cmp/, "v0/hosts/cmp"],
  ];
  for (const [index, [find, plant]] of canaries.entries()) {
    expect(text).toMatch(find);
    await writeFile(join(traffic, `${index}.har`), text.replace(find, plant));
  }
  const { problems } = await measureDrift(traffic, mock.baseUrl);
  expect(problems.map(({ message }) => message)).toEqual([
    'Response is missing required field "id".',
    'Response field "providerType" has a value outside allowed enum values.',
    "Undocumented endpoint: GET /api/v0/hosts/cmp_01k9x7q2m4",
  ]);
});
