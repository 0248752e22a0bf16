import type { FastifyInstance } from "fastify";
import type { Authenticator } from "./auth/authenticator.ts";
import type { Clock } from "./operations/clock.ts";
import type { Logger } from "./operations/logger.ts";
import type { RequestObserver } from "./operations/request-observer.ts";
import type { Provisioner } from "./provisioning/provisioner.ts";
import type { Storage } from "./storage/storage.ts";

/** How many requests a credential may send. */
export interface RateLimitOptions {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/** Limits of connections and requests. */
export interface HttpLimits {
  /** How long a request may take to arrive whole, in milliseconds. @default 15000 */
  readonly requestTimeoutMs?: number;
  /** How long its header may take, in milliseconds. @default 5000 */
  readonly headersTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. @default 60000 */
  readonly keepAliveTimeoutMs?: number;
  /** How many connections may be open; further ones are closed at once. @default 10000 */
  readonly maxConnections?: number;
}

/** What {@link createApp} wires together. */
export interface AppOptions {
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly provisioner: Provisioner;
  /** @default the real time */
  readonly clock?: Clock;
  /** @default logs nothing */
  readonly logger?: Logger;
  readonly observe?: RequestObserver;
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
  /** How many provisioning steps run at this moment. */
  runningSteps(): number;
  /** Looks for provisioning jobs now: after an import. */
  wakeProvisioning(): void;
  /** Starts provisioning, listens, and returns the origin, for example `http://127.0.0.1:4010`. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Finishes the requests in flight, stops provisioning and leaves the storage open. */
  close(): Promise<void>;
}
