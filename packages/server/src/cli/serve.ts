import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startAdminServer } from "../admin/admin-server.ts";
import { adminSocketPath } from "../admin/admin-socket-path.ts";
import { createComputerReader } from "../admin/computer-reader.ts";
import { createAdministration } from "../admin/local-administration.ts";
import { type App, createApp } from "../app.ts";
import { ApiKeys } from "../auth/api-keys.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import { createAuthenticator } from "../auth/bearer-authenticator.ts";
import type { Config } from "../config/config.ts";
import { addOperatorRoutes } from "../http/operator-routes.ts";
import { problemTypes } from "../http/problems.gen.ts";
import type { Logger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { RequestCounts } from "../observability/request-counts.ts";
import { createRequestLog, type ServiceLog } from "../observability/service-log.ts";
import { description as spec } from "../openapi/operations.gen.ts";
import { specYamlPath } from "../openapi/spec-document.ts";
import type { Provisioner } from "../provisioning/provisioner.ts";
import { createSimulatedProvisioner } from "../provisioning/simulated-provisioner.ts";
import { fillSandbox } from "../sandbox.ts";
import { openStorage, parseDatabaseUrl } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { systemClock } from "../time/clock.ts";

/** How long a start waits for a command that has the database, in milliseconds. */
const busyTimeoutMs = 2_000;

/** How to start the service. */
export interface ServeOptions {
  readonly config: Config;
  readonly log: ServiceLog;
  /** Whether an empty database is filled with sample computers and a key. @default false */
  readonly isSandbox?: boolean;
}

/** The service of this process. */
export interface Service {
  /** Origin that it listens on, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The key of a sandbox that was just filled. */
  readonly apiKey?: string;
  /** Stops accepting, finishes open requests, leaves provisioning to the next start, and closes the database. */
  close(): Promise<void>;
}

/** Starts everything that `compute-host serve` runs; a failure stops again what has started. */
export async function serve({ config, log, isSandbox = false }: ServeOptions): Promise<Service> {
  const storage = await openStorage({ databaseUrl: config.databaseUrl, busyTimeoutMs });
  const closers = [() => storage.close()];
  const close = async () => {
    for (const end of closers.splice(0).toReversed()) await end();
  };
  try {
    const apiKeys = await ApiKeys.open(storage.apiKeys);
    const readComputer = createComputerReader(spec);
    const apiKey = isSandbox ? await fillSandbox({ storage, apiKeys, spec, readComputer }) : undefined;
    const { app, stopTakingRequests } = await createServiceApp({ config, log, storage, apiKeys });
    closers.push(stopTakingRequests);
    const url = await app.listen(config).catch((error: unknown) => {
      throw describeListenError(error, config);
    });
    const onAdded = app.wakeProvisioning;
    const administration = createAdministration({
      computers: storage.computers,
      apiKeys,
      readComputer,
      onAdded,
    });
    const socketPath = adminSocketPath(parseDatabaseUrl(config.databaseUrl).path);
    if (socketPath !== undefined) {
      const admin = await startAdminServer({ administration, socketPath, logger: log });
      closers.push(() => admin.close());
    }
    return { url, ...(apiKey !== undefined && { apiKey }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ServiceAppOptions extends Pick<ServeOptions, "config" | "log"> {
  readonly storage: Storage;
  readonly apiKeys: ApiKeys;
}

/** The app of this process, with its metrics, its log and the routes for operators. */
async function createServiceApp({ config, log, storage, apiKeys }: ServiceAppOptions) {
  const requests = new RequestCounts();
  const logRequest = createRequestLog(log, config.slowRequestMs);
  let isClosing = false;
  const metrics = createMetrics({
    requests,
    runningSteps: () => app.runningSteps(),
    storeCounts: () => storage.computers.counts(),
  });
  const specText = await readFile(specYamlPath, "utf8");
  const isReady = () => !isClosing && storage.isReady();
  const app: App = await createApp({
    storage,
    authenticator: await createServiceAuthenticator(config, apiKeys, log),
    provisioner: await createProvisioner(config, log),
    logger: log,
    observe(request) {
      requests.count(request);
      logRequest(request);
    },
    ...(config.rateLimitPerMinute && {
      rateLimit: { maxRequests: config.rateLimitPerMinute, windowMs: 60_000 },
    }),
    corsOrigins: config.corsOrigins,
    addRoutes: (http) =>
      addOperatorRoutes(http, { spec, specText, problems: Object.values(problemTypes), metrics, isReady }),
  });
  const stopTakingRequests = () => {
    isClosing = true;
    return app.close();
  };
  return { app, stopTakingRequests };
}

/** The modules are loaded on demand: a service without JWTs starts faster. */
async function createServiceAuthenticator(
  { jwt }: Config,
  apiKeys: ApiKeys,
  log: ServiceLog,
): Promise<Authenticator> {
  if (jwt === undefined) return createAuthenticator({ apiKeys });
  const { openJwkSet } = await import("../auth/jwk-set.ts");
  const { createJwtVerifier } = await import("../auth/jwt.ts");
  const keys = openJwkSet(jwt.jwks, {
    onError: (error) => log.warn({ err: error }, "the keys of the issuer of JWTs cannot be read"),
  });
  return createAuthenticator({ apiKeys, verifyJwt: createJwtVerifier({ ...jwt, keys }) });
}

/** Makes the configured provisioner; the module of the other one is not loaded. */
async function createProvisioner({ provisioner, databaseUrl }: Config, logger: Logger): Promise<Provisioner> {
  if (provisioner.kind === "simulated") return createSimulatedProvisioner({ clock: systemClock });
  const { createCommandProvisioner } = await import("../provisioning/command-provisioner.ts");
  const { command, timeoutMs, concurrency } = provisioner;
  const { path } = parseDatabaseUrl(databaseUrl);
  return createCommandProvisioner({
    command,
    timeoutMs,
    maxConcurrent: concurrency,
    environment: process.env,
    // Beside the database, whose steps they are; no other process continues those of a database in memory.
    runsFolder:
      path === ":memory:" ? mkdtempSync(join(tmpdir(), "compute-host-runs-")) : `${resolve(path)}-runs`,
    logger,
  });
}

const explanations: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there; choose another PORT",
  EACCES: "this user may not; choose a PORT of 1024 or more",
  EADDRNOTAVAIL: "this machine has no such address; HOST has to be one of its own",
  ENOTFOUND: "the name is not known; HOST has to be an address of this machine",
};

/** Says why the service cannot listen, and what to do. */
function describeListenError(error: unknown, { host, port }: { host: string; port: number }): Error {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new Error(`Cannot listen on ${host}, port ${port}: ${explanations[code] ?? message}.`, {
    cause: error,
  });
}
