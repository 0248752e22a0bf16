import type { OutgoingHttpHeader } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../auth/authenticator.ts";
import type { Logger } from "../observability/logger.ts";
import type { RequestObserver } from "../observability/request-observer.ts";
import type { Operation } from "../openapi/operation.ts";
import type { BodyText, SizedText } from "./operation-types.ts";
import { ProblemError, problemOf, problemText } from "./problem.ts";
import { problemTypes } from "./problems.gen.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The principal, once the request is authenticated. */
    principal: Principal | undefined;
    /** Arrival time by `performance.now()`; only with an observer. */
    arrivedAt: number;
  }
  interface FastifyContextConfig {
    /** The operation of the route. */
    readonly operationId?: string;
  }
}

/** Adds the request ID to the response and the log. */
export const requestIdField = "x-request-id";

/** Writes responses. */
export interface ResponseWriter {
  /** Sends a success; `body` is absent where the operation's success has none. */
  success(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation,
    body: BodyText | undefined,
  ): void;
  failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
}

/** Options of {@link createResponseWriter}. */
export interface ResponseListeners {
  readonly logger: Logger;
  readonly observe: RequestObserver | undefined;
  /** Whether plugins add header fields to responses. */
  readonly hasPlugins: boolean;
}

/** Makes the writer of responses. It sends ready-made texts: nothing is serialised on the way out. */
export function createResponseWriter({ logger, observe, hasPlugins }: ResponseListeners): ResponseWriter {
  function tell(request: FastifyRequest, operationId: string | undefined, status: number): void {
    observe?.({
      operationId,
      method: request.method,
      status,
      durationMs: performance.now() - request.arrivedAt,
      requestId: request.id,
      credentialId: request.principal?.credentialId,
      ownerId: request.principal?.ownerId,
      computerId: (request.params as { readonly computerId?: string } | undefined)?.computerId,
      peer: request.raw.socket.remoteAddress,
    });
  }

  /**
   * Sends a text past Fastify, which knows no encoding but UTF-8: a text without any character beyond ASCII, as most are,
   * is written as Latin-1, byte by byte, in half of the time. Node.js leaves the body out of a response to HEAD.
   */
  function sendText(
    reply: FastifyReply,
    { successStatus: status, successType }: Operation,
    { parts, byteLength }: SizedText,
  ): void {
    const fields: OutgoingHttpHeader[] = [
      "content-type",
      contentTypeOf(successType),
      "content-length",
      byteLength,
    ];
    fields.push(requestIdField, reply.request.id);
    if (hasPlugins) {
      for (const [name, value] of Object.entries(reply.getHeaders()))
        fields.push(name, value as OutgoingHttpHeader);
    }
    reply.hijack();
    const response = reply.raw.writeHead(status, fields);
    const characters = parts.reduce((sum, { length }) => sum + length, 0);
    const encoding = byteLength === characters ? "latin1" : "utf8";
    for (const part of parts.slice(0, -1)) response.write(part, encoding);
    response.end(parts.at(-1), encoding);
  }

  function send(request: FastifyRequest, reply: FastifyReply, operation: Operation, body?: BodyText): void {
    const { successStatus, successType } = operation;
    if (body === undefined) reply.code(successStatus).send();
    else if (typeof body === "string") {
      sendText(reply, operation, { parts: [body], byteLength: Buffer.byteLength(body) });
    } else if ("parts" in body) sendText(reply, operation, body);
    else
      reply
        .code(successStatus)
        .header("content-type", contentTypeOf(successType))
        // Node.js omits the body of a response to HEAD, so the pages need not be read.
        .send(Readable.from(request.method === "HEAD" ? [] : body, { objectMode: false }));
  }

  return {
    success(request, reply, operation, body) {
      if (observe !== undefined) tell(request, operation.operationId, operation.successStatus);
      // A write's response follows its line in the log, which is written in the next tick.
      if (isWrite(request)) process.nextTick(send, request, reply, operation, body);
      else send(request, reply, operation, body);
    },
    failure(request, reply, error) {
      const { code, options } = problemOf(
        isHangUp(request, error) ? new ProblemError("malformed-http") : error,
      );
      const { status } = problemTypes[code];
      // The storage logs its failure once; a line for each refused request would add nothing.
      if (status === 500) logger.error({ err: error, ...contextOf(request) }, "the request failed");
      if (observe !== undefined) tell(request, request.routeOptions.config?.operationId, status);
      // A handler may have begun a response that cannot be finished.
      if (reply.sent) return void reply.raw.destroy();
      // A URL that cannot be routed has passed no hook.
      reply.header(requestIdField, request.id);
      if (options.headers) reply.headers(options.headers);
      if (status === 401) reply.header("www-authenticate", "Bearer");
      reply
        .code(status)
        .header("content-type", "application/problem+json")
        .send(problemText(code, { ...options, requestId: request.id, target: request.raw.url ?? "/" }));
    },
  };
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== "GET" && method !== "HEAD";
}

const json = "application/json; charset=utf-8";

function contentTypeOf(mediaType: string | undefined): string {
  return mediaType === undefined || mediaType === "application/json" ? json : mediaType;
}

function contextOf({ id, method, principal, params, routeOptions }: FastifyRequest): object {
  const { computerId } = (params ?? {}) as { readonly computerId?: string };
  const { operationId } = routeOptions.config ?? {};
  return { requestId: id, operationId, method, computerId, credentialId: principal?.credentialId };
}

/** Whether the client disconnected mid-body, which is not a failure of the service. */
function isHangUp({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.readableAborted && (error as NodeJS.ErrnoException).code === "ECONNRESET";
}
