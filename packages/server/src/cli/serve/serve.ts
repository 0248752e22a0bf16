import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type App, createApp } from "../../app.ts";
import { ApiKeys, useIntervalMs } from "../../auth/api-keys.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import { createAuthenticator } from "../../auth/bearer-authenticator.ts";
import type { Cluster } from "../../computers/cluster.ts";
import { type Config, isLoopback } from "../../config/config.ts";
import { maxNodeNameLength, variableOf } from "../../config/settings.ts";
import { addOperatorRoutes } from "../../http/operator-routes.ts";
import { countRarely, createMetrics } from "../../observability/metrics.ts";
import { createRefusalLog } from "../../observability/refusal-log.ts";
import { RequestCounts } from "../../observability/request-counts.ts";
import { createRequestLog, type ServiceLog } from "../../observability/service-log.ts";
import { createStateLog } from "../../observability/state-log.ts";
import type { Provisioner } from "../../provisioning/provisioner.ts";
import { openSandbox } from "../../sandbox.ts";
import { parseDatabaseUrl } from "../../storage/database-url.ts";
import { openStorage } from "../../storage/open-storage.ts";
import type { Storage } from "../../storage/storage.ts";
import { readFileFigures } from "../last-backup.ts";
import { openProvisioner } from "./open-provisioner.ts";

/** How to start the service. */
export interface ServeOptions {
  readonly config: Config;
  readonly log: ServiceLog;
  /** The release, for metrics. */
  readonly version: string;
  /**
   * Whether an empty database is filled with sample computers and a key, and a service's database refused.
   *
   * @default false
   */
  readonly isSandbox?: boolean;
}

/** The service of this process. */
export interface Service {
  /** The origin that it listens on. */
  readonly url: string;
  /** The origin of the second port, for probes, if there is one. */
  readonly probeUrl?: string;
  /** The key of a sandbox that was just filled. */
  readonly apiKey?: string;
  /**
   * Keeps serving during the delay and while waiting for steps, but tells clients to close their connections. Then
   * finishes open requests, leaves or ends the steps that still run, and closes the database.
   */
  close(delayMs: number): Promise<void>;
}

/** How many characters of the host name fit in a node name, with a colon and the largest process ID. */
const maxHostNameLength = maxNodeNameLength - ":4194304".length;

/** Starts everything that `compute-host serve` runs. If something fails, stops what has started. */
export async function serve(options: ServeOptions): Promise<Service> {
  const { config, log, isSandbox = false } = options;
  const storage = await openStorage({
    databaseUrl: config.databaseUrl,
    databaseUrlFile: config.databaseUrlFile,
    mapBytes: config.databaseMapMegabytes * 2 ** 20,
    maxConnections: config.databaseConnections,
    statementTimeoutMs: config.databaseStatementTimeoutSeconds * 1_000,
    onCreated: (file) => {
      // A sandbox starts without a database.
      if (!isSandbox) log.warn({ file }, "there was no database, so an empty one was created");
    },
    onCopied: (file) => log.info({ file }, "the database of an older release was copied and migrated"),
    leaseMs: config.provisionerLeaseSeconds * 1_000,
    onMigration: (doing) => log.info({}, `the start ${doing}`),
    // The end of a long host name distinguishes it from others.
    nodeName: config.nodeName ?? `${hostname().slice(-maxHostNameLength)}:${process.pid}`,
    onReadsChange: createStateLog(log, "the database"),
    onWritesChange: createStateLog(log, "writing to the database"),
    onDamageChange: createStateLog(log, "reading some pages of the database"),
  });
  const closers = [() => storage.close()];
  const closeAll = async () => {
    for (const end of closers.splice(0).toReversed()) await end();
  };
  try {
    if (storage.cluster !== undefined) await logCluster(storage.cluster, log);
    const apiKeys = new ApiKeys(storage.apiKeys);
    // Only what operators see depends on it, and the storage logs its own failures.
    const noteUses = () => apiKeys.writeUses().catch(() => {});
    const timer = setInterval(noteUses, useIntervalMs).unref();
    closers.push(async () => {
      clearInterval(timer);
      await noteUses();
    });
    const location = parseDatabaseUrl(config.databaseUrl);
    const fillSandbox = isSandbox && (await openSandbox({ storage, apiKeys, database: location.label }));
    const { provisioner, close: closeProvisioner } = await openProvisioner(config, log);
    closers.push(async () => closeProvisioner());
    const { app, drain } = await createServiceApp({ ...options, storage, apiKeys, provisioner });
    const { shutdownSteps, shutdownTimeoutSeconds } = config;
    closers.push(() =>
      app.close({ leavesSteps: shutdownSteps === "leave", limitMs: shutdownTimeoutSeconds * 1_000 }),
    );
    const listen = async (begin: App["listen"], name: "port" | "probePort", port: number) =>
      await begin({ host: config.host, port }).catch((error: unknown) => {
        throw describeListenError(error, config.host, port, variableOf(name));
      });
    const { port, probePort } = config;
    const probeUrl =
      probePort === undefined ? undefined : await listen(app.listenForProbes, "probePort", probePort);
    const url = await listen(app.listen, "port", port);
    const apiKey = fillSandbox ? await fillSandbox() : undefined;
    if (apiKey !== undefined) app.runner.wake();
    const close = async (delayMs: number) => {
      drain();
      await Promise.all([wait(delayMs), shutdownSteps === "wait" && app.runner.finishSteps()]);
      await closeAll();
    };
    return {
      url,
      ...(probeUrl !== undefined && { probeUrl }),
      ...(apiKey !== undefined && { apiKey }),
      close,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface ServiceAppOptions extends ServeOptions {
  readonly storage: Storage;
  readonly apiKeys: ApiKeys;
  readonly provisioner: Provisioner;
}

/** The app of this process, with its metrics, log and operator routes. */
async function createServiceApp(options: ServiceAppOptions) {
  const { config, log, version, storage, provisioner, isSandbox = false } = options;
  const requests = new RequestCounts();
  const logRequest = createRequestLog(log);
  const endedSteps = { completed: 0, failed: 0 };
  let isDraining = false;
  let waitingFor: string | undefined;
  const logWaiting = createStateLog(log, "starting steps");
  let overload: string | undefined;
  const logOverload = createStateLog(log, "handling all requests");
  const { authenticator, isIssuerReadable } = await createServiceAuthenticator(options);
  const location = parseDatabaseUrl(config.databaseUrl);
  const databasePath = location.kind === "sqlite" && location.path !== ":memory:" ? location.path : undefined;
  const metrics = createMetrics({
    version,
    requests,
    openConnections: () => app.connections.count(),
    shedRequests: () => app.shedRequests(),
    runningSteps: () => app.runner.runningSteps(),
    stepFigures: () => app.runner.stepFigures(),
    endedSteps,
    lostLeases: () => app.runner.lostLeases(),
    cluster: storage.cluster,
    storage: () => storage.figures(),
    checkStorage: () => storage.check(),
    failing: () => storage.failing(),
    oldestJobSeconds: () => storage.computers.oldestJobSeconds(),
    storeCounts: countRarely(() => storage.computers.counts()),
    ...(databasePath !== undefined && { databaseFile: () => readFileFigures(databasePath) }),
    ...(isIssuerReadable && { isIssuerReadable }),
  });
  const readiness = async () => {
    await storage.check();
    const { reads, writes, damage } = storage.failing();
    const reasons = Object.entries({ reads, writes, damage, steps: waitingFor, load: overload });
    const failing = reasons.flatMap(([what, reason]) => (reason === undefined ? [] : [`${what}: ${reason}`]));
    if (isDraining) failing.push("it is shutting down");
    return { isReady: !isDraining && reads === undefined, failing };
  };
  const app: App = await createApp({
    storage,
    authenticator,
    provisioner,
    logger: log,
    observe(request) {
      requests.count(request);
      logRequest(request);
    },
    onRefusal: createRefusalLog(log),
    onWaitingChange(reason) {
      waitingFor = reason;
      logWaiting(reason);
    },
    onOverloadChange(reason) {
      overload = reason;
      logOverload(reason);
    },
    onStepEnd(status) {
      endedSteps[status] += 1;
    },
    ...(config.rateLimitPerMinute && {
      rateLimit: { maxRequests: config.rateLimitPerMinute, windowMs: 60_000 },
    }),
    corsOrigins: config.corsOrigins ?? (isSandbox ? ["loopback"] : []),
    trustProxy: config.trustProxy,
    failsOnDemand: isSandbox,
    addRoutes: (http) => addOperatorRoutes(http, { metrics, readiness }),
  });
  const drain = () => {
    isDraining = true;
    app.drain();
  };
  return { app, drain };
}

/** Logs what an operator should know about the connection to the database and about its standby. */
async function logCluster(cluster: Cluster, log: ServiceLog): Promise<void> {
  const { plainHosts, expectsFailover } = cluster;
  const hosts = plainHosts.filter((host) => !isLoopback(host));
  if (hosts.length > 0) {
    log.warn(
      { hosts },
      "the connection to the database is not encrypted, so the network can read its records; " +
        "add sslmode=verify-full to the database URL",
    );
  }
  const isReplicated = await cluster.isReplicated();
  const level = expectsFailover && !isReplicated ? "warn" : "info";
  log[level](
    { replicated: isReplicated },
    isReplicated
      ? "acknowledged writes are on a standby, and survive a failover of the database"
      : "PostgreSQL acknowledges writes before a standby has them, so a failover can lose the latest ones; " +
          "see docs/failover.md",
  );
}

/** Loads its modules on demand, so that a service without JWTs starts faster. */
async function createServiceAuthenticator({ config: { jwt }, apiKeys, log }: ServiceAppOptions): Promise<{
  readonly authenticator: Authenticator;
  readonly isIssuerReadable?: () => boolean;
}> {
  if (jwt === undefined) return { authenticator: createAuthenticator({ apiKeys }) };
  const { openJwkSet } = await import("../../auth/jwk-set.ts");
  const { createJwtVerifier } = await import("../../auth/jwt.ts");
  let isReadable = true;
  const logState = createStateLog(log, "reading the keys of the issuer of JWTs");
  const getKey = await openJwkSet(jwt.jwks, (failure) => {
    isReadable = failure === undefined;
    logState(failure);
  });
  if (/^http:/i.test(jwt.jwks) && !isLoopback(new URL(jwt.jwks).hostname)) {
    log.warn(
      { jwks: jwt.jwks },
      "the issuer's keys are fetched over plain HTTP, so an attacker on the network can replace them",
    );
  }
  const authenticator = createAuthenticator({ apiKeys, verifyJwt: createJwtVerifier({ ...jwt, getKey }) });
  return { authenticator, isIssuerReadable: () => isReadable };
}

const explanations: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process is already listening there; choose another PORT",
  EACCES: "this user lacks permission; choose a PORT of 1024 or more",
  EADDRNOTAVAIL: "this machine has no such address; COMPUTE_HOST_HOST must be one of its own",
  ENOTFOUND: "the name is unknown; COMPUTE_HOST_HOST must be an address of this machine",
};

/** Says why the service cannot listen, and what to do. */
function describeListenError(error: unknown, host: string, port: number, variable: string): Error {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const why = explanations[code]?.replace("PORT", variable) ?? message;
  return new Error(`Cannot listen on ${host}, port ${port}: ${why}.`, { cause: error });
}
