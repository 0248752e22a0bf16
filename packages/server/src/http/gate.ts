import {
  createRequestedFailures,
  type Gate,
  isProblemKey,
  type Principal,
  problemTypes,
} from "@compute-host/core";
import type { Authenticator } from "../auth/authenticator.ts";
import type { Logger } from "../observability/logger.ts";
import type { RefusedRequest } from "../observability/refusal-log.ts";
import type { ServedHead } from "./operation-routes.ts";
import { createRequestCounter, type RateLimitOptions } from "./rate-limit.ts";
import { traceOf } from "./responses.ts";

/** Options of {@link createGate}. */
export interface GateOptions {
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  /** Called for each request that gets 401. */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined;
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Whether callers may ask for failures. @default false */
  readonly failsOnDemand?: boolean | undefined;
}

/** Makes what the service decides about a request by its head. */
export function createGate(options: GateOptions): Gate<ServedHead> {
  const { authenticator, logger, onRefusal, rateLimit, failsOnDemand = false } = options;

  function accept(head: ServedHead, principal: Principal | undefined): Principal | undefined {
    const { request } = head;
    const { authorization } = request.headers;
    request.principal = principal;
    if (principal === undefined)
      onRefusal?.({
        requestId: request.id,
        peer: request.raw.socket.remoteAddress,
        traceparent: traceOf(request),
        explain: () => authenticator.explain?.(authorization) ?? "it is not accepted",
      });
    return principal;
  }

  const count = rateLimit && createRequestCounter(rateLimit);
  return {
    authenticate(head) {
      const result = authenticator.authenticate(head.request.headers.authorization);
      return result instanceof Promise ? result.then((found) => accept(head, found)) : accept(head, result);
    },
    waitMs: count && (({ credentialId }) => count(credentialId, performance.now())),
    failureOf: failsOnDemand ? createLoggedFailures(logger) : undefined,
    retryAfter: 1,
  };
}

/** An unknown failure is logged with those that can be asked for. */
function createLoggedFailures(logger: Logger): Gate<ServedHead>["failureOf"] {
  const failureOf = createRequestedFailures();
  return (sender, prefer) => {
    const name = failureOf(sender, prefer);
    const others = ["timeout", "connection"];
    if (name !== undefined && !isProblemKey(name) && !others.includes(name)) {
      const names = [...Object.keys(problemTypes), ...others].join(", ");
      logger.warn({ name }, `the problem in Prefer is not one of ${names}`);
    }
    return name;
  };
}
