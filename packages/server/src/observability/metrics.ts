import type { Registry } from "prom-client";
import type { Cluster } from "../computers/cluster.ts";
import type { StorageFailing, StorageFigures, StoreCounts } from "../computers/computer-store.ts";
import { durationBuckets, type RequestCounts } from "./request-counts.ts";

/** Sources of the numbers, read by each scrape. */
export interface MetricsSources {
  readonly version: string;
  readonly requests: RequestCounts;
  readonly openConnections: () => number;
  readonly shedRequests: () => number;
  readonly runningSteps: () => number;
  /** How long this node's steps have been running or waiting. */
  readonly stepFigures: () => {
    readonly waiting: number;
    readonly oldestWaitingSeconds: number;
    readonly oldestRunningSeconds: number;
  };
  readonly endedSteps: Readonly<Record<"completed" | "failed", number>>;
  /** How many claims of jobs could not be renewed in time. */
  readonly lostLeases: () => number;
  /** Absent if a single process uses the database. */
  readonly cluster?: Cluster | undefined;
  readonly storage: () => StorageFigures;
  /** Checks the storage, unless that was done a moment ago. */
  readonly checkStorage: () => Promise<void>;
  readonly failing: () => StorageFailing;
  readonly storeCounts: () => StoreCounts | Promise<StoreCounts>;
  /** How long the oldest job that no process has waits. */
  readonly oldestJobSeconds: () => Promise<number>;
  /** Reads the figures of the database file; absent without one. */
  readonly databaseFile?: () => Promise<DatabaseFileFigures>;
  /** Whether the issuer's keys can be read; absent without JWTs. */
  readonly isIssuerReadable?: () => boolean;
}

/** Figures of a database file from the file system. */
export interface DatabaseFileFigures {
  /** Free space on its disk for this user. */
  readonly freeBytes: number;
  /** When `compute-host backup` last copied it, in seconds since the Unix epoch; 0 for never. */
  readonly backedUpAt: number;
}

/** The metrics as text, with its content type. */
export interface Metrics {
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** One metric of a scrape; left out if it has no value. */
type Family = readonly [
  name: string,
  type: "counter" | "gauge" | "histogram" | "summary",
  help: string,
  value: number | boolean | readonly Sample[] | undefined,
];

interface Sample {
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Makes the Prometheus metrics: requests and latency by operation, storage, provisioning, and the process with its
 * event-loop lag, whose library is loaded on the first scrape.
 */
export function createMetrics(sources: MetricsSources): Metrics {
  let loading: Promise<Registry> | undefined;
  return {
    async render() {
      loading ??= loadProcessMetrics();
      const registry = await loading;
      const [counts, oldestJob, isReplicated, file] = await Promise.all([
        inTime(sources.storeCounts),
        inTime(sources.oldestJobSeconds),
        inTime(sources.cluster?.isReplicated),
        inTime(sources.databaseFile),
        inTime(sources.checkStorage),
      ]);
      const own = [
        ...familiesOf(sources, { counts, oldestJob, file }),
        ...clusterFamilies(sources, isReplicated),
      ];
      return {
        contentType: registry.contentType,
        text: `${own.map(format).join("")}${await registry.metrics()}`,
      };
    },
  };
}

/** How long a scrape waits for the database, in milliseconds: less than the usual time limit of a scrape. */
const countsTimeoutMs = 1_000;

/** `undefined` if the database does not respond in time; other metrics show why. */
async function inTime<Result>(
  read: (() => Result | Promise<Result>) | undefined,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, countsTimeoutMs, undefined);
  });
  try {
    return await Promise.race([read?.(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** How many times its own duration a count is reused for. */
const restFactor = 100;

/** Reuses a count for much longer than it took, because other requests wait while a large table is counted. */
export function countRarely<Counts>(count: () => Counts | Promise<Counts>): () => Promise<Counts> {
  let last: { readonly counts: Counts; readonly until: number } | undefined;
  return async () => {
    const startedAt = performance.now();
    if (last !== undefined && startedAt < last.until) return last.counts;
    const counts = await count();
    const endedAt = performance.now();
    last = { counts, until: endedAt + (endedAt - startedAt) * restFactor };
    return counts;
  };
}

async function loadProcessMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** What a scrape reads; each is absent if it is not read in time. */
interface ReadFigures {
  readonly counts: StoreCounts | undefined;
  readonly oldestJob: number | undefined;
  readonly file: DatabaseFileFigures | undefined;
}

function familiesOf(
  { requests, endedSteps, storage, ...sources }: MetricsSources,
  { counts, oldestJob, file }: ReadFigures,
): Family[] {
  const { commits, commitSeconds, failures, logBytes } = storage();
  const release = [{ labels: { version: sources.version }, value: 1 }];
  const ended = Object.entries(endedSteps).map(([result, value]) => ({ labels: { result }, value }));
  const committed = [
    { suffix: "_sum", value: commitSeconds },
    { suffix: "_count", value: commits },
  ];
  const durations = durationSamples(requests);
  const { reads, writes } = sources.failing();
  const [readsUp, writesUp] = [reads === undefined, reads === undefined && writes === undefined];
  const { waiting, oldestWaitingSeconds, oldestRunningSeconds } = sources.stepFigures();
  return [
    ["build_info", "gauge", "The release of the service.", release],
    ["http_requests_total", "counter", "Requests by operation and status.", requestSamples(requests)],
    ["http_request_duration_seconds", "histogram", "Time to the response, by operation.", durations],
    ["http_connections", "gauge", "Open connections.", sources.openConnections()],
    [
      "http_requests_shed_total",
      "counter",
      "Requests that got 503 because too many were unfinished.",
      sources.shedRequests(),
    ],
    ["computers", "gauge", "Computers of all owners.", counts?.computers],
    ["provisioning_jobs", "gauge", "Computers whose provisioning has not ended.", counts?.jobs],
    [
      "provisioning_oldest_waiting_job_seconds",
      "gauge",
      "Age of the oldest job that no process runs; 0 if there is none.",
      oldestJob,
    ],
    ["provisioning_steps_running", "gauge", "Steps that are running.", sources.runningSteps()],
    [
      "provisioning_steps_waiting",
      "gauge",
      "Steps that wait until the system lets them start or end.",
      waiting,
    ],
    [
      "provisioning_oldest_waiting_step_seconds",
      "gauge",
      "How long the first of them has waited; 0 if none waits.",
      oldestWaitingSeconds,
    ],
    [
      "provisioning_oldest_running_step_seconds",
      "gauge",
      "How long the longest running step has been running; 0 if none is.",
      oldestRunningSeconds,
    ],
    ["provisioning_steps_total", "counter", "Steps that have ended, by their result.", ended],
    ["storage_commit_duration_seconds", "summary", "Transactions, with their sync to disk.", committed],
    ["storage_failures_total", "counter", "Reads, commits and probes that failed.", failures],
    ["storage_reads_up", "gauge", "Whether the database can be read.", readsUp],
    ["storage_writes_up", "gauge", "Whether the database takes writes.", writesUp],
    ["storage_log_bytes", "gauge", "Size of the write-ahead log.", logBytes],
    ["jwt_issuer_up", "gauge", "Whether the issuer's keys could be read.", sources.isIssuerReadable?.()],
    ["disk_free_bytes", "gauge", "Free space on the disk of the database.", file?.freeBytes],
    [
      "last_backup_timestamp_seconds",
      "gauge",
      "When the database was last backed up; 0 for never.",
      file?.backedUpAt,
    ],
  ];
}

/** Metrics for several nodes that share the database. */
function clusterFamilies(
  { cluster, lostLeases }: MetricsSources,
  isReplicated: boolean | undefined,
): Family[] {
  if (cluster === undefined) return [];
  const { connections, refusedConnections: refused, claims, takeovers } = cluster.figures();
  const { open, idle, waiting } = connections;
  const byState = [
    { labels: { state: "busy" }, value: open - idle },
    { labels: { state: "idle" }, value: idle },
  ];
  const waits = cluster.refusal() !== undefined;
  return [
    ["database_connections", "gauge", "Connections to the database, by state.", byState],
    ["database_callers_waiting", "gauge", "Callers waiting for a connection.", waiting],
    ["database_connections_refused_total", "counter", "Connections that the server refused.", refused],
    [
      "database_waits_for_standby",
      "gauge",
      "Whether writes are refused because a commit is waiting for a standby.",
      waits,
    ],
    ["database_replicated", "gauge", "Whether a standby has each acknowledged write.", isReplicated],
    ["provisioning_claims_total", "counter", "Jobs that this node has claimed.", claims],
    [
      "provisioning_takeovers_total",
      "counter",
      "Claimed jobs whose earlier node let its lease end.",
      takeovers,
    ],
    ["provisioning_leases_lost_total", "counter", "Leases that were not renewed in time.", lostLeases()],
  ];
}

/** Writes a family in the [text format](https://prometheus.io/docs/instrumenting/exposition_formats/). */
function format([name, type, help, value]: Family): string {
  if (value === undefined) return "";
  const fullName = `compute_host_${name}`;
  const samples: readonly Sample[] = typeof value === "object" ? value : [{ value: Number(value) }];
  const lines = samples.map(({ suffix = "", labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${fullName}${suffix}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
  });
  return `# HELP ${fullName} ${help}\n# TYPE ${fullName} ${type}\n${lines.join("")}\n`;
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

function durationSamples(requests: RequestCounts): Sample[] {
  const samples: Sample[] = [];
  for (const { operation, byBucket, sumSeconds } of requests.operations()) {
    let total = 0;
    byBucket.forEach((value, index) => {
      total += value;
      samples.push({
        suffix: "_bucket",
        labels: { operation, le: durationBuckets[index] ?? "+Inf" },
        value: total,
      });
    });
    samples.push({ suffix: "_sum", labels: { operation }, value: sumSeconds });
    samples.push({ suffix: "_count", labels: { operation }, value: total });
  }
  return samples;
}
