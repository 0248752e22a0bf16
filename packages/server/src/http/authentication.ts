import { type Operation, ProblemError } from "@compute-host/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator, Principal } from "../auth/authenticator.ts";
import type { RefusedRequest } from "../observability/refusal-log.ts";
import { traceOf } from "./responses.ts";

/** How requests are authenticated. */
export interface Authentication {
  readonly authenticator: Authenticator;
  /** Called for each request that gets 401. */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined;
}

/** A hook that runs before a handler. */
export type RequestHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

/** Makes the hook that finds the principal of an operation's requests; `undefined` if none needs credentials. */
export function createAuthenticationHook(
  { isAnonymous }: Operation,
  { authenticator, onRefusal }: Authentication,
): RequestHook | undefined {
  if (isAnonymous) return undefined;
  return (request, _reply, done) => {
    const { authorization } = request.headers;
    const accept = (principal: Principal | undefined): void => {
      request.principal = principal;
      if (principal !== undefined) return void done();
      onRefusal?.({
        requestId: request.id,
        peer: request.raw.socket.remoteAddress,
        traceparent: traceOf(request),
        explain: () => authenticator.explain?.(authorization) ?? "it is not accepted",
      });
      done(new ProblemError("unauthenticated"));
    };
    // Awaits nothing if the authenticator returns synchronously.
    try {
      const result = authenticator.authenticate(authorization);
      if (result instanceof Promise) result.then(accept, done);
      else accept(result);
    } catch (error) {
      done(error as Error);
    }
  };
}
