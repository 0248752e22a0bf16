import type { Gauge, Registry } from "prom-client";
import type { StoreCounts } from "../computers/computer-store.ts";
import { durationBuckets, type RequestCounts } from "./request-counts.ts";

/** Where the numbers come from; each is asked when somebody asks for the metrics. */
export interface MetricsSources {
  readonly requests: RequestCounts;
  readonly runningSteps: () => number;
  readonly storeCounts: () => StoreCounts | Promise<StoreCounts>;
}

/** The metrics as a text, and its content type. */
export interface Metrics {
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface PreparedRegistry {
  readonly registry: Registry;
  /** Brings the gauges up to date. */
  readonly update: () => Promise<void>;
}

/**
 * Makes the Prometheus metrics: requests and latency by operation, computers, provisioning jobs, and the process with
 * its event-loop lag. The library is loaded by the first scrape, so a service that nobody scrapes starts faster.
 */
export function createMetrics(sources: MetricsSources): Metrics {
  let loading: Promise<PreparedRegistry> | undefined;
  return {
    async render() {
      loading ??= createRegistry(sources);
      const { registry, update } = await loading;
      await update();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

async function createRegistry({
  requests,
  runningSteps,
  storeCounts,
}: MetricsSources): Promise<PreparedRegistry> {
  const { collectDefaultMetrics, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addSamples(registry, {
    name: "compute_host_http_requests_total",
    type: "counter",
    help: "Requests by operation and status.",
    samples: () => requestSamples(requests),
  });
  addSamples(registry, {
    name: "compute_host_http_request_duration_seconds",
    type: "histogram",
    help: "Time from the arrival of a request to its response, by operation.",
    samples: () => durationSamples(requests, "compute_host_http_request_duration_seconds"),
  });
  const jobs = gauge(
    Gauge,
    registry,
    "compute_host_provisioning_jobs",
    "Computers whose provisioning has not ended.",
  );
  const computers = gauge(Gauge, registry, "compute_host_computers", "Computers of all owners.");
  const steps = gauge(
    Gauge,
    registry,
    "compute_host_provisioning_steps_running",
    "Steps that run at this moment.",
  );
  const update = async () => {
    const counts = await storeCounts();
    jobs.set(counts.jobs);
    computers.set(counts.computers);
    steps.set(runningSteps());
  };
  return { registry, update };
}

function gauge(make: typeof Gauge, registry: Registry, name: string, help: string): Gauge {
  return new make({ name, help, registers: [registry] });
}

interface SampledMetric {
  readonly name: string;
  readonly type: "counter" | "histogram";
  readonly help: string;
  readonly samples: () => Sample[];
}

/** The registry's own counters are too slow for every request; it takes anything that tells its samples. */
function addSamples(registry: Registry, { name, type, help, samples }: SampledMetric): void {
  const get = async () => ({ name, type, help, aggregator: "sum", values: samples() });
  registry.registerMetric({ name, get } as unknown as Gauge);
}

function requestSamples(requests: RequestCounts): Sample[] {
  const samples: Sample[] = [];
  for (const { operation, byStatus } of requests.operations()) {
    byStatus.forEach((value, status) => {
      if (value > 0) samples.push({ labels: { operation, status }, value });
    });
  }
  return samples;
}

function durationSamples(requests: RequestCounts, name: string): Sample[] {
  const samples: Sample[] = [];
  for (const { operation, byBucket, sumSeconds } of requests.operations()) {
    let total = 0;
    byBucket.forEach((value, index) => {
      total += value;
      const le = durationBuckets[index] ?? "+Inf";
      samples.push({ metricName: `${name}_bucket`, labels: { operation, le }, value: total });
    });
    samples.push({ metricName: `${name}_sum`, labels: { operation }, value: sumSeconds });
    samples.push({ metricName: `${name}_count`, labels: { operation }, value: total });
  }
  return samples;
}
