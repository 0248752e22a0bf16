import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Cluster } from "../computers/cluster.ts";
import { createMetrics, type MetricsSources } from "./metrics.ts";
import { RequestCounts } from "./request-counts.ts";

const request = {
  method: "GET",
  requestId: "1",
  credentialId: undefined,
  ownerId: undefined,
  computerId: undefined,
  peer: undefined,
  traceparent: () => "",
};

async function render(
  requests: RequestCounts,
  storeCounts: MetricsSources["storeCounts"] = () => ({ computers: 7, jobs: 3 }),
  more: Partial<MetricsSources> = {},
): Promise<string[]> {
  const metrics = createMetrics({
    version: "0.1.0",
    requests,
    openConnections: () => 9,
    shedRequests: () => 6,
    runningSteps: () => 2,
    stepFigures: () => ({ waiting: 1, oldestWaitingSeconds: 3.5, oldestRunningSeconds: 4.5 }),
    endedSteps: { completed: 4, failed: 5 },
    lostLeases: () => 0,
    storage: () => ({ commits: 10, commitSeconds: 0.5, failures: 1, logBytes: 4096 }),
    checkStorage: async () => {},
    failing: () => ({ reads: undefined, writes: "the disk is full" }),
    storeCounts,
    oldestJobSeconds: async () => 5.5,
    ...more,
  });
  const { contentType, text } = await metrics.render();
  expect(contentType).toContain("text/plain");
  return text.split("\n");
}

test("counts requests by operation and status, and their durations in buckets", async () => {
  const requests = new RequestCounts();
  requests.count({ ...request, operationId: "getComputer", status: 200, durationMs: 0.4 });
  requests.count({ ...request, operationId: "getComputer", status: 200, durationMs: 30 });
  requests.count({ ...request, operationId: "getComputer", status: 404, durationMs: 60_000 });
  requests.count({ ...request, operationId: undefined, status: 404, durationMs: 1 });
  const lines = await render(requests);
  const name = "compute_host_http_request_duration_seconds";
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE compute_host_http_requests_total counter",
      'compute_host_http_requests_total{operation="getComputer",status="200"} 2',
      'compute_host_http_requests_total{operation="getComputer",status="404"} 1',
      'compute_host_http_requests_total{operation="other",status="404"} 1',
      `# TYPE ${name} histogram`,
      `${name}_bucket{operation="getComputer",le="0.0005"} 1`,
      `${name}_bucket{operation="getComputer",le="0.05"} 2`,
      `${name}_bucket{operation="getComputer",le="10"} 2`,
      `${name}_bucket{operation="getComputer",le="+Inf"} 3`,
      `${name}_sum{operation="getComputer"} 60.0304`,
      `${name}_count{operation="getComputer"} 3`,
      `${name}_bucket{operation="other",le="0.001"} 1`,
    ]),
  );
});

const cluster: Cluster = {
  plainHosts: [],
  expectsFailover: false,
  isReplicated: async () => true,
  refusal: () => "a commit waits for a standby",
  figures: () => ({
    connections: { open: 5, idle: 3, waiting: 1 },
    refusedConnections: 6,
    claims: 8,
    takeovers: 2,
  }),
};

test("has exactly the metrics in docs/operations.md, among them those that alerts need", async () => {
  const databaseFile = async () => ({ freeBytes: 1, backedUpAt: 2 });
  const lines = await render(new RequestCounts(), undefined, {
    cluster,
    databaseFile,
    isIssuerReadable: () => true,
  });
  for (const line of [
    'connections{state="busy"} 2',
    'connections{state="idle"} 3',
    "waits_for_standby 1",
    "replicated 1",
  ])
    expect(lines).toContain(`compute_host_database_${line}`);
  const names = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
  const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  const documented = [...read("operations.md").matchAll(/^\| `(compute_host_\w+)`/gm)].map(
    ([, name]) => name,
  );
  expect(documented.toSorted()).toEqual(names.filter((name) => name.startsWith("compute_host_")).toSorted());
  const rules = read("alerts.yml").matchAll(/\b(?:compute_host|nodejs)_\w+/g);
  const wanted = [...rules].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""));
  expect(names).toEqual(expect.arrayContaining(wanted));
});

test.each<[string, MetricsSources["storeCounts"]]>([
  ["fails", () => Promise.reject(new Error("connection refused"))],
  ["says nothing", () => new Promise(() => {})],
])("shows everything except the counts of a database that %s", async (_name, storeCounts) => {
  const lines = await render(new RequestCounts(), storeCounts);
  expect(lines).toContain("compute_host_storage_failures_total 1");
  expect(lines).toContain("compute_host_provisioning_steps_running 2");
  expect(lines.filter((line) => /compute_host_(?:computers|provisioning_jobs)/.test(line))).toEqual([]);
});

test("a scrape checks the storage, which nothing else may have used", async () => {
  const failing = { reads: undefined, writes: undefined as string | undefined };
  const lines = await render(new RequestCounts(), undefined, {
    checkStorage: async () => {
      failing.writes = "the disk is full";
    },
    failing: () => failing,
  });
  expect(lines).toEqual(
    expect.arrayContaining(["compute_host_storage_reads_up 1", "compute_host_storage_writes_up 0"]),
  );
});
