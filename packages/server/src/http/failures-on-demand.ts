import type { Socket } from "node:net";
import { createRequestedFailures, isProblemKey, ProblemError, problemTypes } from "@compute-host/core";
import type { FastifyInstance } from "fastify";
import type { Logger } from "../observability/logger.ts";

/**
 * Lets a request with `Prefer: problem=NAME; times=N` fail: with a problem of the spec, with no response (`timeout`), or by a broken
 * connection (`connection`). Any other name is ignored, as [RFC 7240](https://www.rfc-editor.org/rfc/rfc7240#section-2) has it, but
 * logged with those that can be asked for.
 */
export function addFailuresOnDemand(http: FastifyInstance, logger: Logger): void {
  const failureOf = createRequestedFailures();
  const silent = new Set<Socket>();
  http.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
  });
  http.addHook("preParsing", ({ id, principal, method, raw, routeOptions }, reply, _payload, done) => {
    const prefer = [raw.headers.prefer ?? []].flat().join();
    if (prefer === "" || routeOptions.config.operationId === undefined) return done();
    const name = failureOf(`${principal?.credentialId} ${method} ${raw.url}`, prefer);
    if (name === undefined) return done();
    if (name === "connection") return void raw.socket.destroy();
    // Until the client gives up, the service ends, or the limit for silent connections is reached.
    if (name === "timeout") {
      silent.add(raw.socket);
      return void raw.socket
        .once("end", () => raw.socket.destroy())
        .once("close", () => silent.delete(raw.socket));
    }
    if (isProblemKey(name)) {
      const isPassing = [429, 503].includes(problemTypes[name].status);
      reply.header("preference-applied", `problem=${name}`);
      return done(new ProblemError(name, isPassing ? { headers: { "retry-after": "1" } } : {}));
    }
    const names = [...Object.keys(problemTypes), "timeout", "connection"].join(", ");
    logger.warn({ requestId: id, name }, `the problem in Prefer is not one of ${names}`);
    done();
  });
}
