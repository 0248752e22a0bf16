import type { HttpLimits } from "./http/connections/http-limits.ts";
import type { RateLimitOptions } from "./http/rate-limit.ts";
import type { Logger } from "./observability/logger.ts";
import type { RequestObserver } from "./observability/request-observer.ts";
import type { Clock } from "./time/clock.ts";

/** How the service serves, however it is started. In a separate file because the published types include it. */
export interface ServingSettings {
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
  /** Whether callers may ask for failures, as in the sandbox. @default false */
  readonly failsOnDemand?: boolean;
}
