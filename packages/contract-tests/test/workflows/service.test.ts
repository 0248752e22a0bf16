import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type StartedServer, startServer } from "@compute-host/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadApi } from "../../src/openapi/load-api.ts";
import { type Drift, describeTotals, type Missing, measureDrift } from "../../workflows/drift.ts";
import { HarRecorder } from "../../workflows/har.ts";
import { recordServiceTraffic } from "../../workflows/service-traffic.ts";

const api = loadApi();
const requestLimit = 60;
/** A service returns these only when it fails itself. */
const unprovokedStatuses = ["500", "503"];

const reports = fileURLToPath(new URL("../../reports/service/", import.meta.url));
const traffic = join(reports, "har");

const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const done = { status: "completed", startedAt: 1795016456000, completedAt: 1795016534000 };
const failed = {
  ...done,
  status: "failed",
  error: "apt-get exited with code 100",
  installSessionId: "ins_first",
};
const filled = {
  hostname: "box.internal",
  relayClientUrl: "wss://relay.example.com/client/1",
  relayAgentUrl: "wss://relay.example.com/agent/1",
  remoteUser: "deploy",
  ownerPrincipalKind: "user",
  computerSource: { kind: "template", templateId: "tpl_node24" },
} as const;
const steps = [
  { id: "create-computer", ...done },
  { id: "install-deps", ...failed },
];

let service: StartedServer;
let surprises: string[] = [];
let drift: Drift;

beforeAll(async () => {
  await rm(reports, { recursive: true, force: true });
  await mkdir(traffic, { recursive: true });
  service = await startServer({
    rateLimit: { maxRequests: requestLimit, windowMs: 600_000 },
    simulate: () => ({ durationMs: 600_000 }),
  });
  const computers = await service.addComputers([
    { ...filled, name: "changeable", providerType: "managed", provisioningSteps: steps },
    { ...filled, name: "taken", providerType: "byom", hostId: host, provisioningSteps: steps },
    {
      ...filled,
      name: "slow",
      providerType: "managed",
      hostId: `${host.slice(0, -1)}1`,
      provisioningSteps: steps,
    },
  ]);
  const [changeable = "", , retryable = ""] = computers.map(({ id }) => id);
  const fixtures = { changeable, retryable, takenName: "taken", takenHost: host };
  const recorder = new HarRecorder();
  const tokens = {
    usual: service.apiKey,
    exhaustible: await service.createApiKey(service.ownerId),
    unknown: "not-a-key",
  };
  surprises = await recordServiceTraffic(recorder, service, { tokens, fixtures, limit: requestLimit });
  await recorder.save(join(traffic, "provoked.har"));
  drift = await measureDrift(traffic, service.baseUrl);
  process.stdout.write(`service: ${describeTotals(drift.totals)}\n`);
});
afterAll(() => service.close());

test("traffic with the service has every status that was provoked", () => {
  expect(surprises).toEqual([]);
});

test("traffic with the service does not drift from the description", () => {
  expect(drift.problems).toEqual([]);
});

test("traffic with the service touches every operation and parameter, and every response except failures of the service itself", async () => {
  const { operations, parameters } = drift.totals;
  expect(operations).toEqual({ covered: 4, total: 4 });
  expect(parameters.covered).toBe(parameters.total);
  const missing = drift.missing.filter(({ kind }) => kind === "response").map(nameOf);
  const unprovoked = api.operations.flatMap(({ operationId, responses }) =>
    responses
      .filter(({ status }) => unprovokedStatuses.includes(status))
      .map(({ status }) => nameOf({ operationId, status })),
  );
  expect(missing.toSorted()).toEqual(unprovoked.toSorted());
});

test("traffic with the service touches at least 95 % of the properties that those responses can have", () => {
  const places = drift.missing.filter(({ kind }) => kind === "property");
  const impossible = places.filter(isImpossible);
  const { covered, total } = drift.totals.properties;
  process.stdout.write(`service: ${covered} of ${total - impossible.length} possible properties\n`);
  expect(covered / (total - impossible.length)).toBeGreaterThanOrEqual(0.95);
  expect(impossible.length).toBeLessThan(total / 2);
});

/** Only a 400 has `errors`, for a request that breaks the schema. */
function isImpossible({ status = "", path = "" }: Missing): boolean {
  return unprovokedStatuses.includes(status) || (status !== "400" && path.startsWith("errors"));
}

function nameOf({ operationId, status }: { operationId: string; status?: string }): string {
  return `${operationId} ${status}`;
}
