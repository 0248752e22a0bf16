import { createRequestedFailures, type Gate, type Principal } from "@compute-host/core";
import type { Authentication, Authenticator } from "../auth/authenticator.ts";
import type { RefusedRequest } from "../observability/refusal-log.ts";
import type { ServedHead } from "./operation-routes.ts";
import { createRequestCounter, type RateLimitOptions } from "./rate-limit.ts";
import { traceOf } from "./responses.ts";

/** Options of {@link createGate}. */
export interface GateOptions {
  readonly authenticator: Authenticator;
  /** Called for each request that gets 401. */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined;
  readonly rateLimit?: RateLimitOptions | undefined;
  /** Whether callers may ask for failures. @default false */
  readonly failsOnDemand?: boolean | undefined;
}

/** Makes the service's decisions about a request from its head. */
export function createGate(options: GateOptions): Gate<ServedHead> {
  const { authenticator, onRefusal, rateLimit, failsOnDemand = false } = options;

  function accept({ request }: ServedHead, result: Authentication): Principal | undefined {
    if (typeof result !== "string") {
      request.principal = result;
      return result;
    }
    onRefusal?.({
      requestId: request.id,
      peer: request.ip,
      traceparent: traceOf(request),
      reason: result,
    });
    return undefined;
  }

  const count = rateLimit && createRequestCounter(rateLimit);
  return {
    authenticate: async (head) =>
      accept(head, await authenticator.authenticate(head.request.headers.authorization)),
    countAndWaitMs: count && (({ credentialId }) => count(credentialId, performance.now())),
    failureOf: failsOnDemand ? createRequestedFailures() : undefined,
    retryAfter: 1,
  };
}
