import { readFile } from "node:fs/promises";
import { type AdminServer, startAdminServer } from "./admin/admin-server.ts";
import { adminSocketPath } from "./admin/admin-socket-path.ts";
import { createComputerReader } from "./admin/computer-reader.ts";
import { createAdministration } from "./admin/local-administration.ts";
import { type App, createApp } from "./app.ts";
import { ApiKeys } from "./auth/api-keys.ts";
import type { Authenticator } from "./auth/authenticator.ts";
import { createAuthenticator } from "./auth/bearer-authenticator.ts";
import type { Config } from "./config.ts";
import { problemTypes } from "./http/problem-types.ts";
import { describeListenError } from "./operations/listen-error.ts";
import { createMetrics } from "./operations/metrics.ts";
import { addOperatorRoutes } from "./operations/operator-routes.ts";
import { RequestCounts } from "./operations/request-counts.ts";
import { createRequestLog, type ServiceLog } from "./operations/service-log.ts";
import { createProvisioner } from "./provisioning/create-provisioner.ts";
import { fillSandbox } from "./sandbox.ts";
import { loadSpec, type SpecDocument, specYamlPath } from "./spec/spec-document.ts";
import { parseDatabaseUrl } from "./storage/database-url.ts";
import { openStorage } from "./storage/open-storage.ts";
import type { Storage } from "./storage/storage.ts";

/** How long a start waits for a command that has the database, in milliseconds. */
const busyTimeoutMs = 2_000;

/** How to start the service. */
export interface ServiceOptions {
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
  /** Stops accepting, finishes what is in flight, leaves provisioning to the next start, and closes the database. */
  close(): Promise<void>;
}

/** Starts everything that `compute-host serve` runs. What was started is stopped again when a later part fails. */
export async function startService({ config, log, isSandbox = false }: ServiceOptions): Promise<Service> {
  const [spec, storage] = await Promise.all([
    loadSpec(),
    openStorage({ databaseUrl: config.databaseUrl, busyTimeoutMs }),
  ]);
  try {
    const apiKeys = await ApiKeys.open(storage.apiKeys);
    const readComputer = createComputerReader(spec);
    const apiKey = isSandbox ? await fillSandbox({ storage, apiKeys, spec, readComputer }) : undefined;
    const authenticator = await authenticatorOf(config, apiKeys, log);
    const serving = await serve({ config, log, spec, storage, authenticator });
    const admin = await startAdmin(config, log, () =>
      createAdministration({
        computers: storage.computers,
        apiKeys,
        readComputer,
        onAdded: () => serving.app.wakeProvisioning(),
      }),
    ).catch(async (error: unknown) => {
      await serving.close();
      throw error;
    });
    return {
      url: serving.url,
      ...(apiKey !== undefined && { apiKey }),
      async close() {
        await Promise.all([serving.close(), admin?.close()]);
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

interface ServeOptions extends Pick<ServiceOptions, "config" | "log"> {
  readonly spec: SpecDocument;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
}

interface Serving {
  readonly url: string;
  readonly app: App;
  close(): Promise<void>;
}

async function serve({ config, log, spec, storage, authenticator }: ServeOptions): Promise<Serving> {
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
    authenticator,
    provisioner: await createProvisioner(config.provisioner),
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
  const url = await app.listen(config).catch(async (error: unknown) => {
    await app.close();
    throw describeListenError(error, config);
  });
  return {
    url,
    app,
    close() {
      isClosing = true;
      return app.close();
    },
  };
}

/** The modules are loaded where they are needed: a service without JWTs starts faster. */
async function authenticatorOf({ jwt }: Config, apiKeys: ApiKeys, log: ServiceLog): Promise<Authenticator> {
  if (jwt === undefined) return createAuthenticator({ apiKeys });
  const { openJwkSet } = await import("./auth/jwk-set.ts");
  const { createJwtVerifier } = await import("./auth/jwt.ts");
  const keys = openJwkSet(jwt.jwks, {
    onError: (error) => log.warn({ err: error }, "the keys of the issuer of JWTs cannot be read"),
  });
  return createAuthenticator({ apiKeys, verifyJwt: createJwtVerifier({ ...jwt, keys }) });
}

async function startAdmin(
  config: Config,
  logger: ServiceLog,
  administration: () => ReturnType<typeof createAdministration>,
): Promise<AdminServer | undefined> {
  const socketPath = adminSocketPath(parseDatabaseUrl(config.databaseUrl).path);
  if (socketPath === undefined) return undefined;
  return startAdminServer({ administration: administration(), socketPath, logger });
}
