import { createOperationHandlers } from "@compute-host/core";
import type { FastifyInstance } from "fastify";
import type { Authenticator } from "./auth/authenticator.ts";
import { newId } from "./computers/new-id.ts";
import type { Connections } from "./http/connections/connection-limits.ts";
import type { ListenAddress } from "./http/connections/second-listener.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createPageReader } from "./http/list-pages.ts";
import { silentLogger } from "./observability/logger.ts";
import type { RefusedRequest } from "./observability/refusal-log.ts";
import type { Provisioner, StepResult } from "./provisioning/provisioner.ts";
import { createProvisioningRunner, type ProvisioningRunner } from "./provisioning/provisioning-runner.ts";
import type { ServingSettings } from "./serving-settings.ts";
import type { Storage } from "./storage/storage.ts";
import { systemClock } from "./time/clock.ts";

/** The parts that {@link createApp} wires together. */
export interface AppOptions extends ServingSettings {
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly provisioner: Provisioner;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. @default none */
  readonly trustProxy?: readonly string[] | undefined;
  /** Called for each request that gets 401. */
  readonly onRefusal?: (request: RefusedRequest) => void;
  /** Called after every step with its result, for metrics. */
  readonly onStepEnd?: (status: StepResult["status"]) => void;
  /** Called with the reason when steps begin to wait for the system, and with `undefined` once none waits. */
  readonly onWaitingChange?: (reason: string | undefined) => void;
  /** Called with the reason when requests begin to be refused because too many are unfinished, and with `undefined`. */
  readonly onOverloadChange?: (reason: string | undefined) => void;
  /** Adds routes besides the interface's own: health, metrics, documentation. */
  readonly addRoutes?: (http: FastifyInstance) => void;
}

/** The service, wired. */
export interface App {
  readonly connections: Pick<Connections, "count">;
  readonly runner: ProvisioningRunner;
  /** How many requests were refused because too many were unfinished. */
  shedRequests(): number;
  /** Keeps serving, but tells clients to close their connections and starts no more provisioning steps. */
  drain(): void;
  /** Starts provisioning and listens; resolves to the origin. */
  listen(address: ListenAddress): Promise<string>;
  /** Listens on a second port, for probes, before {@link listen}; resolves to the origin. */
  listenForProbes(address: ListenAddress): Promise<string>;
  /** Finishes the requests in flight, then stops provisioning. The storage stays open. */
  close(options?: CloseOptions): Promise<void>;
}

/** How to close the service. */
export interface CloseOptions {
  /** Whether running steps continue, for the next start to take over. @default false */
  readonly leavesSteps?: boolean;
  /** When the connections of requests in flight are closed, in milliseconds. @default never */
  readonly limitMs?: number;
}

/** Wires the service. */
export async function createApp(options: AppOptions): Promise<App> {
  const { storage, clock = systemClock, logger = silentLogger } = options;
  const store = storage.computers;
  const runner = createProvisioningRunner({ ...options, store, clock, logger });
  const { http, connections, listenForProbes, shedRequests } = await createHttpServer({
    ...options,
    handlers: createOperationHandlers({
      store,
      readPages: createPageReader(store),
      nextStart: () => ({ installSessionId: newId("ins"), startedAt: clock.now() }),
      wakeProvisioning: runner.wake,
    }),
    logger,
  });

  return {
    connections,
    runner,
    shedRequests,
    listenForProbes,
    drain() {
      connections.drain();
      runner.drain();
    },
    async listen(address) {
      const origin = await http.listen(address);
      runner.start();
      return origin;
    },
    async close({ leavesSteps = false, limitMs } = {}) {
      const open = await closeHttp(http, limitMs, connections.count);
      if (open > 0)
        logger.warn(
          { connections: open },
          "Requests took too long during the shutdown, and their connections were closed",
        );
      await runner.stop(leavesSteps);
    },
  };
}

/**
 * Closes the server, and resolves to how many busy connections it cut off. Node.js keeps a connection that is busy at
 * the close open after its response, so idle ones are closed until none is left.
 */
async function closeHttp(
  http: FastifyInstance,
  limitMs: number | undefined,
  open: () => number,
): Promise<number> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 20);
  let cutOff = 0;
  const limit = setTimeout(() => {
    cutOff = open();
    http.server.closeAllConnections();
  }, limitMs);
  if (limitMs === undefined) clearTimeout(limit);
  try {
    await http.close();
    return cutOff;
  } finally {
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
