import { randomUUID } from "node:crypto";
import {
  createRouter,
  maxBodyBytes,
  NoResponseError,
  type OperationHandlers,
  operations,
  ProblemError,
  responseFields,
} from "@compute-host/core";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "../observability/logger.ts";
import type { RequestObserver } from "../observability/request-observer.ts";
import { countShed } from "./admission.ts";
import { respondToClientError, respondToUnroutedRequests } from "./connections/connection-errors.ts";
import { type Connections, limitConnections } from "./connections/connection-limits.ts";
import { defaultHttpLimits, type HttpLimits } from "./connections/http-limits.ts";
import { isMalformed } from "./connections/malformed-request.ts";
import { createSecondListener, type SecondListener } from "./connections/second-listener.ts";
import { addCors } from "./cors.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { createSilence } from "./no-response.ts";
import { addOperationRoutes } from "./operation-routes.ts";
import { watchRoutes } from "./other-routes.ts";
import { createResponseWriter, requestIdField } from "./responses.ts";

/** Options of {@link createHttpServer}. */
export interface HttpServerOptions extends GateOptions {
  readonly handlers: OperationHandlers;
  readonly logger: Logger;
  readonly observe?: RequestObserver | undefined;
  readonly limits?: HttpLimits | undefined;
  readonly corsOrigins?: readonly string[] | undefined;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. @default none */
  readonly trustProxy?: readonly string[] | undefined;
  /** Called with the reason when requests begin to be refused because too many are unfinished, and with `undefined`. */
  readonly onOverloadChange?: ((reason: string | undefined) => void) | undefined;
  /** Adds routes besides the interface's own. */
  readonly addRoutes?: ((http: FastifyInstance) => void) | undefined;
}

/** The HTTP server and its connections. */
export interface HttpServer {
  readonly http: FastifyInstance;
  readonly connections: Connections;
  /** Listens on a second port, for probes; resolves to the origin. */
  readonly listenForProbes: SecondListener["listen"];
  /** How many requests were refused because too many were unfinished. */
  shedRequests(): number;
}

/** Makes the HTTP server. Its routes, credentials, parameters, bodies and statuses come from the description. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { handlers, logger, observe, corsOrigins = [], addRoutes } = options;
  const responses = createResponseWriter({ logger, observe });
  const { http, connections } = createFastify(options, (error, request, reply) =>
    responses.failure(request, reply, error),
  );
  const findRoute = createRouter(operations);

  // Before all other hooks, so that pages can read refusals too.
  if (corsOrigins.length > 0) {
    const methods = [...new Set(operations.map(({ method }) => method))];
    await addCors(http, { origins: corsOrigins, methods, fields: responseFields });
  }
  http.decorateRequest("principal", undefined);
  http.decorateRequest("arrivedAt", 0);
  http.decorateRequest("traceparent", undefined);
  http.addHook("onSend", (request, reply, _payload, done) => {
    reply.header(requestIdField, request.id);
    done();
  });
  http.addHook("onRequest", (request, reply, done) => {
    const { raw: response } = reply;
    if (observe !== undefined) request.arrivedAt = performance.now();
    if (connections.isBehindTheLast(request.raw)) return;
    // Refuse unmatched requests before Fastify tries to parse their bodies.
    if (request.is404 || hasEmptySegment(request.params)) refuseUnmatched(request, reply);
    else if (isMalformed(request.raw)) done(new ProblemError("malformed-http"));
    // A pipelined request waits for the previous response; otherwise a client that reads nothing could queue any
    // number.
    else if (response.socket === null) response.once("socket", () => done());
    else done();
  });
  const leaveWithoutResponse = createSilence(http);
  http.setErrorHandler((error, request, reply) => {
    if (error instanceof NoResponseError) leaveWithoutResponse(error, request);
    else responses.failure(request, reply, error);
  });
  http.setNotFoundHandler(refuseUnmatched);
  respondToUnroutedRequests(http.server, connections);
  const shed = countShed(options.onOverloadChange);
  addOperationRoutes(http, { handlers, gate: createGate(options), responses, onShed: shed.add });
  const otherMethodsOf = watchRoutes(http);
  addRoutes?.(http);
  const second = createSecondListener(http.server);
  http.addHook("preClose", second.close);
  return {
    http,
    connections,
    async listenForProbes(address) {
      await http.ready();
      return await second.listen(address);
    },
    shedRequests: shed.total,
  };

  function refuseUnmatched(request: FastifyRequest, reply: FastifyReply): void {
    // The target may be a whole URL, as proxies send it.
    const [path = ""] = (request.raw.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
    const { method } = request;
    const others = otherMethodsOf(path);
    try {
      if (others.length > 0 && !others.includes(method))
        throw new ProblemError("method-not-allowed", { headers: { allow: others.toSorted().join(", ") } });
      findRoute(method, path);
      throw new ProblemError("not-found");
    } catch (error) {
      responses.failure(request, reply, error);
    }
  }
}

/** Whether a path parameter is empty, which the router accepts; a wildcard may be. */
function hasEmptySegment(params: unknown): boolean {
  const values = params as Readonly<Record<string, string>> | null;
  for (const name in values) if (values[name] === "" && name !== "*") return true;
  return false;
}

/** IDs that are unique across processes. They need not be secret, so there are no random bytes for each. */
function createRequestIds(): () => string {
  const prefix = randomUUID();
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

type FrameworkErrorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

function createFastify(
  { limits, trustProxy = [] }: HttpServerOptions,
  frameworkErrors: FrameworkErrorHandler,
): Pick<HttpServer, "http" | "connections"> {
  const { requestTimeoutMs, headersTimeoutMs, keepAliveTimeoutMs, inactivityTimeoutMs, maxConnections } = {
    ...defaultHttpLimits,
    ...limits,
  };
  const http = fastify({
    bodyLimit: maxBodyBytes,
    genReqId: createRequestIds(),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    // Its logger creates a child per request, which costs as much as the request.
    logger: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionTimeout: inactivityTimeoutMs,
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs, requestTimeoutMs),
      // `isMalformed` refuses requests without it, with a problem.
      requireHostHeader: false,
    },
    routerOptions: {
      // Any ID is accepted; Node.js limits the whole header.
      maxParamLength: maxBodyBytes,
      // Each operation parses its own query, and most requests have none.
      querystringParser: (text) => ({ text }),
    },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, connections),
    frameworkErrors,
  });
  // A client may close its side after its last request and still read the responses.
  Object.assign(http.server, { httpAllowHalfOpen: true });
  const connections = limitConnections(http.server, { maxConnections, maxBodyBytes });
  // A closing server no longer applies its timeouts to silent connections.
  http.addHook("preClose", async () => connections.closeSilent());
  return { http: http as unknown as FastifyInstance, connections };
}
