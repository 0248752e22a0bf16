import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { Target } from "../../src/targets/target.ts";
import { type Drift, describeTotals, measureDrift } from "../../workflows/drift.ts";
import { HarRecorder } from "../../workflows/har.ts";
import { recordMockTraffic } from "../../workflows/mock-traffic.ts";
import { exampleOf, promisedResponses } from "../../workflows/promised-responses.ts";
import { runWorkflow, type StepResult } from "../../workflows/respect.ts";
import { startPrismTarget } from "../targets/prism-target.ts";

const reports = fileURLToPath(new URL("../../reports/mock/", import.meta.url));
const traffic = join(reports, "har");
const api = loadApi();

const active = exampleOf(api, "getComputer", "200", "active");
const failed = exampleOf(api, "getComputer", "200", "installDepsFailed");
const flows = {
  updateFlow: {
    inputs: { computerId: String(active.id), newName: String(active.name) },
    steps: ["listComputers", "getComputer", "renameComputer", "readBack"],
  },
  retryFlow: {
    inputs: { computerId: String(failed.id) },
    steps: ["findFailure", "retryInstallDeps", "waitUntilDone"],
  },
} as const;

let mock: Target;
beforeAll(async () => {
  await rm(reports, { recursive: true, force: true });
  await mkdir(traffic, { recursive: true });
  mock = await startPrismTarget(api);
});
afterAll(() => mock.close());

describe.each(Object.entries(flows))("%s on the mock", (flow, { inputs, steps }) => {
  let results: StepResult[] = [];

  beforeAll(async () => {
    const output = { har: join(traffic, `${flow}.har`), json: join(reports, `${flow}.json`) };
    results = await runWorkflow(mock, flow, inputs, output);
  });

  test("runs every step", () => {
    expect(results.map(({ step }) => step)).toEqual(steps);
  });

  test.each(steps)("passes every check of %s", (step) => {
    const checks = results.find((result) => result.step === step)?.checks ?? [];
    expect(checks.length).toBeGreaterThanOrEqual(4);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });
});

describe("traffic with the mock", () => {
  const recorder = new HarRecorder();
  const promised = promisedResponses(api);
  let surprises: string[] = [];
  let drift: Drift;

  beforeAll(async () => {
    surprises = await recordMockTraffic(recorder, mock, promised);
    await recorder.save(join(traffic, "provoked.har"));
    drift = await measureDrift(traffic, mock.baseUrl);
    process.stdout.write(`mock: ${describeTotals(drift.totals)}\n`);
  });

  test("has every requested status", () => {
    expect(promised.length).toBeGreaterThan(30);
    expect(surprises).toEqual([]);
  });

  test("does not drift from the description", () => {
    expect(drift.exchanges).toBeGreaterThan(promised.length);
    expect(drift.problems).toEqual([]);
  });

  test("touches every operation, parameter and response, and at least 95 % of the properties", () => {
    const { operations, parameters, properties, responses } = drift.totals;
    expect(operations).toEqual({ covered: 4, total: 4 });
    expect(parameters.covered).toBe(parameters.total);
    expect(responses).toEqual({ covered: promised.length, total: promised.length });
    expect(properties.covered / properties.total).toBeGreaterThanOrEqual(0.95);
  });

  test("keeps no token", async () => {
    const text = await readFile(join(traffic, "provoked.har"), "utf8");
    expect(text).not.toContain(mock.token);
  });
});

test("recorded responses that break the description are reported", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "drift-canaries-")), "har");
  await mkdir(folder);
  const recorder = new HarRecorder();
  const headers = { authorization: `Bearer ${mock.token}` };
  await recorder.send({ method: "GET", url: `${mock.baseUrl}/api/v0/computers/cmp_01k9x7q2m4`, headers });
  const file = join(folder, "canary.har");
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
    await writeFile(join(folder, `${index}.har`), text.replace(find, plant));
  }
  const { problems } = await measureDrift(folder, mock.baseUrl);
  expect(problems.map(({ message }) => message)).toEqual([
    'Response is missing required field "id".',
    'Response field "providerType" has a value outside allowed enum values.',
    "Undocumented endpoint: GET /api/v0/hosts/cmp_01k9x7q2m4",
  ]);
});
