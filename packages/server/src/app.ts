import type { FastifyInstance } from "fastify";
import type { Authenticator } from "./auth/authenticator.ts";
import type { HttpLimits } from "./http/http-limits.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createOperationHandlers } from "./http/operation-handlers.ts";
import type { RateLimitOptions } from "./http/optional-plugins.ts";
import { type Logger, silentLogger } from "./observability/logger.ts";
import type { RequestObserver } from "./observability/request-observer.ts";
import type { Provisioner, StepResult } from "./provisioning/provisioner.ts";
import { createProvisioningRunner } from "./provisioning/provisioning-runner.ts";
import type { Storage } from "./storage/storage.ts";
import { type Clock, systemClock } from "./time/clock.ts";

/** The parts that {@link createApp} wires together. */
export interface AppOptions {
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly provisioner: Provisioner;
  /** @default the real time */
  readonly clock?: Clock;
  /** @default logs nothing */
  readonly logger?: Logger;
  readonly observe?: RequestObserver;
  /** Called after every step with its result, for metrics. */
  readonly onStepEnd?: (status: StepResult["status"]) => void;
  readonly limits?: HttpLimits;
  /** @default off */
  readonly rateLimit?: RateLimitOptions;
  /** Origins whose pages may call the service from a browser. @default none */
  readonly corsOrigins?: readonly string[];
  /** Adds routes besides the interface's own: health, metrics, documentation. */
  readonly addRoutes?: (http: FastifyInstance) => void;
}

/** The service, wired. */
export interface App {
  readonly http: FastifyInstance;
  /** How many connections are open. */
  openConnections(): number;
  /** How many provisioning steps run at this moment. */
  runningSteps(): number;
  /** Looks for provisioning jobs now, for example after an import. */
  wakeProvisioning(): void;
  /** Stops a computer's running steps, without a result. */
  cancelProvisioning(computerId: string): void;
  /** Keeps serving, tells each client to close its connection, and begins no job that another node can take. */
  drain(): void;
  /** Starts provisioning, listens, and returns the origin, for example `http://127.0.0.1:4010`. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Finishes the requests in flight, stops provisioning and leaves the storage open. */
  close(): Promise<void>;
}

/**
 * Wires the service.
 *
 * @throws Error when the spec and the service disagree.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { storage, authenticator, provisioner, clock = systemClock, logger = silentLogger } = options;
  const store = storage.computers;
  const { onStepEnd } = options;
  const runner = createProvisioningRunner({ store, provisioner, clock, logger, onStepEnd });
  const { http, connections } = await createHttpServer({
    handlers: createOperationHandlers({ store, clock, wakeProvisioning: runner.wake }),
    authenticators: { bearerAuth: authenticator },
    logger,
    observe: options.observe,
    limits: options.limits,
    rateLimit: options.rateLimit,
    corsOrigins: options.corsOrigins,
    addRoutes: options.addRoutes,
  });

  return {
    http,
    openConnections: connections.count,
    drain() {
      connections.drain();
      runner.drain();
    },
    runningSteps: runner.runningSteps,
    cancelProvisioning: runner.cancel,
    wakeProvisioning: runner.wake,
    async listen(address) {
      const origin = await http.listen(address);
      runner.start();
      return origin;
    },
    async close() {
      await closeHttp(http);
      await runner.stop();
    },
  };
}

/** Node.js keeps a connection that is busy at the close open after its response, so idle ones are closed until none is left. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 20);
  try {
    await http.close();
  } finally {
    clearInterval(sweep);
  }
}
