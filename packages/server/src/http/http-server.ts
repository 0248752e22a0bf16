import { randomUUID } from "node:crypto";
import {
  type AnyHandler,
  maxBodyBytes,
  type Operation,
  type OperationHandlers,
  operations,
  ProblemError,
  responseFields,
} from "@compute-host/core";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Authenticator } from "../auth/authenticator.ts";
import type { Logger } from "../observability/logger.ts";
import type { RequestObserver } from "../observability/request-observer.ts";
import type { Authentication } from "./authentication.ts";
import { respondToClientError, respondToUnroutedRequests } from "./connection-errors.ts";
import { type Connections, limitConnections } from "./connection-limits.ts";
import { addCors } from "./cors.ts";
import { addFailuresOnDemand } from "./failures-on-demand.ts";
import { defaultHttpLimits, type HttpLimits } from "./http-limits.ts";
import { isMalformed } from "./malformed-request.ts";
import { addOperationRoutes } from "./operation-routes.ts";
import { addRateLimit, type RateLimitOptions } from "./rate-limit.ts";
import { createResponseWriter, requestIdField } from "./responses.ts";
import { createUnmatchedRequests, hasEmptySegment } from "./unmatched-requests.ts";

/** Options of {@link createHttpServer}. */
export interface HttpServerOptions extends ServingOptions {
  readonly handlers: OperationHandlers;
  readonly authenticator: Authenticator;
}

/** A description and what serves it. */
export interface ServedDescription {
  readonly operations: readonly Operation[];
  /** A handler for each operation, by operationId. */
  readonly handlers: object;
  readonly authenticator: Authenticator;
}

/** Options of {@link serveDescription}. */
export interface ServingOptions {
  readonly logger: Logger;
  readonly observe?: RequestObserver | undefined;
  readonly limits?: HttpLimits | undefined;
  readonly onRefusal?: Authentication["onRefusal"];
  readonly rateLimit?: RateLimitOptions | undefined;
  readonly corsOrigins?: readonly string[] | undefined;
  /** Whether callers may ask for failures. @default false */
  readonly failsOnDemand?: boolean | undefined;
  readonly addRoutes?: ((http: FastifyInstance) => void) | undefined;
}

/** The HTTP server and its connections. */
export interface HttpServer {
  readonly http: FastifyInstance;
  readonly connections: Connections;
}

/**
 * Makes the HTTP server of the spec.
 *
 * @throws Error when the spec and the handlers disagree.
 */
export function createHttpServer({
  handlers,
  authenticator,
  ...options
}: HttpServerOptions): Promise<HttpServer> {
  return serveDescription({ operations, handlers, authenticator }, options);
}

/**
 * Makes the HTTP server of a description: routes, credentials, parameters, bodies and statuses come from it.
 *
 * @throws Error when the description and the handlers disagree.
 */
export async function serveDescription(
  served: ServedDescription,
  options: ServingOptions,
): Promise<HttpServer> {
  const { logger, observe, rateLimit, corsOrigins = [], addRoutes } = options;
  const notices = served.operations.flatMap(({ notices: own = {} }) => Object.keys(own));
  const hasFields = corsOrigins.length > 0 || notices.length > 0;
  const responses = createResponseWriter({ logger, observe, hasFields });
  const { http, connections } = createFastify(options.limits ?? {}, (error, request, reply) =>
    responses.failure(request, reply, error),
  );

  const unmatched = createUnmatchedRequests();
  http.addHook("onRoute", (route) => unmatched.add(route));
  // Before every other hook, so that pages can read refusals too.
  if (corsOrigins.length > 0) {
    const methods = [...new Set(served.operations.map(({ method }) => method))];
    await addCors(http, { origins: corsOrigins, methods, fields: responseFields });
  }
  http.decorateRequest("principal", undefined);
  http.decorateRequest("arrivedAt", 0);
  http.decorateRequest("traceparent", undefined);
  http.addHook("onSend", (request, reply, _payload, done) => {
    reply.header(requestIdField, request.id);
    done();
  });
  http.addHook("onRequest", (request, { raw: response }, done) => {
    if (observe !== undefined) request.arrivedAt = performance.now();
    // Behind a refused body, a request would be carried out, but its response not sent.
    if (request.raw.socket.writableEnded) return void request.raw.socket.destroySoon();
    // Reject unmatched requests before Fastify tries to parse their body.
    if (request.is404 || hasEmptySegment(request.params))
      done(unmatched.problemOf(request.method, request.raw.url ?? "/"));
    else if (isMalformed(request.raw)) done(new ProblemError("malformed-http"));
    // A pipelined request waits for the previous response: a client that reads nothing could otherwise queue any number.
    else if (response.socket === null) response.once("socket", () => done());
    else done();
  });
  http.setErrorHandler((error, request, reply) => responses.failure(request, reply, error));
  http.setNotFoundHandler((request, reply) =>
    responses.failure(request, reply, unmatched.problemOf(request.method, request.raw.url ?? "/")),
  );
  leaveBodiesAlone(http);
  respondToUnroutedRequests(http.server);

  if (rateLimit !== undefined) addRateLimit(http, rateLimit);
  if (options.failsOnDemand) addFailuresOnDemand(http, logger);
  addOperationRoutes(http, {
    operations: served.operations,
    // The compiler knows the type of each handler, and the core checks what it passes on.
    handlers: served.handlers as Readonly<Record<string, AnyHandler>>,
    authentication: { ...served, onRefusal: options.onRefusal },
    responses,
  });
  addRoutes?.(http);
  return { http, connections };
}

/** IDs that are unique across processes, without random bytes for each: they need not be secret. */
function createRequestIds(): () => string {
  const prefix = randomUUID();
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

type FrameworkErrorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

function createFastify(limits: HttpLimits, frameworkErrors: FrameworkErrorHandler): HttpServer {
  const {
    requestTimeoutMs = defaultHttpLimits.requestTimeoutMs,
    headersTimeoutMs = defaultHttpLimits.headersTimeoutMs,
    keepAliveTimeoutMs = defaultHttpLimits.keepAliveTimeoutMs,
    inactivityTimeoutMs = defaultHttpLimits.inactivityTimeoutMs,
    maxConnections = defaultHttpLimits.maxConnections,
  } = limits;
  const http = fastify({
    bodyLimit: maxBodyBytes,
    genReqId: createRequestIds(),
    // Its logger makes a child per request, which costs as much as the request.
    logger: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionTimeout: inactivityTimeoutMs,
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs, requestTimeoutMs),
      requireHostHeader: false,
    },
    routerOptions: {
      // Any ID fits the router; Node.js limits the whole header.
      maxParamLength: maxBodyBytes,
      // Each operation reads its own query, and most requests have none.
      querystringParser: ((text: string) => text) as unknown as (text: string) => Record<string, string>,
    },
    clientErrorHandler: respondToClientError,
    frameworkErrors,
  });
  // A client that has sent everything may close its side and still read the responses.
  Object.assign(http.server, { httpAllowHalfOpen: true });
  const connections = limitConnections(http.server, { maxConnections, maxBodyBytes });
  // A closing server no longer applies its timeouts to them.
  http.addHook("preClose", async () => connections.closeSilent());
  return { http: http as unknown as FastifyInstance, connections };
}

/** An operation without a body accepts any body, unless it is too large. */
function leaveBodiesAlone(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser("*", ({ headers }, payload, done) => {
    let bytes = Number(headers["content-length"] ?? 0) > maxBodyBytes ? Number.POSITIVE_INFINITY : 0;
    payload.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) return;
      payload.removeAllListeners("data").removeAllListeners("end").pause();
      done(new ProblemError("body-too-large"));
    });
    payload.on("end", () => done(null));
    payload.on("error", done);
  });
}
