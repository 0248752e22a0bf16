import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../auth/authenticator.ts";
import type { Logger } from "../observability/logger.ts";
import type { RequestObserver } from "../observability/request-observer.ts";
import { traceparentOf } from "../observability/traceparent.ts";
import type { Operation } from "../openapi/operation.ts";
import { ProblemError, problemOf, problemText } from "./problem.ts";
import { problemTypes } from "./problems.gen.ts";
import {
  type HandlerResult,
  isReply,
  type ReadyResponse,
  type ReplyBody,
  type ResponseHead,
  readyReply,
  SizedText,
} from "./reply.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The principal, once the request is authenticated. */
    principal: Principal | undefined;
    /** The trace of the request, once it was asked for: see {@link traceOf}. */
    traceparent: string | undefined;
    /** Arrival time by `performance.now()`; only with an observer. */
    arrivedAt: number;
  }
  interface FastifyContextConfig {
    /** The operation of the route. */
    readonly operationId?: string;
  }
}

/** The trace of a request, found or made when it is first needed: most requests leave no line. */
export function traceOf(request: FastifyRequest): string {
  request.traceparent ??= traceparentOf(request.headers.traceparent);
  return request.traceparent;
}

/** Adds the request ID to the response and the log. */
export const requestIdField = "x-request-id";

/** Writes responses. */
export interface ResponseWriter {
  /** Sends the result of a handler. */
  success(request: FastifyRequest, reply: FastifyReply, served: ServedOperation, result: HandlerResult): void;
  failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
}

/** An operation, and what is sent before the body of its first success. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly successHead: ResponseHead;
}

/** Options of {@link createResponseWriter}. */
export interface ResponseListeners {
  readonly logger: Logger;
  readonly observe: RequestObserver | undefined;
  /** Whether plugins or hooks add header fields to responses. */
  readonly hasFields: boolean;
}

/** Makes the writer of responses. It sends ready-made texts: nothing is serialised on the way out. */
export function createResponseWriter({ logger, observe, hasFields }: ResponseListeners): ResponseWriter {
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
      traceparent: () => traceOf(request),
    });
  }

  /** Sends a response past Fastify, which would add its own fields; Node.js leaves the body out of a response to HEAD. */
  function writeHead(reply: FastifyReply, head: ResponseHead, byteLength: number): ServerResponse {
    const fields: OutgoingHttpHeader[] = [
      "content-type",
      head.contentType as string,
      "content-length",
      byteLength,
    ];
    fields.push(requestIdField, reply.request.id);
    if (head.headers !== undefined) for (const [name, value] of head.headers) fields.push(name, value);
    if (hasFields) {
      for (const [name, value] of Object.entries(reply.getHeaders()))
        fields.push(name, value as OutgoingHttpHeader);
    }
    reply.hijack();
    return reply.raw.writeHead(head.status, fields);
  }

  /**
   * Sends a text in the shortest way: Fastify knows no encoding but UTF-8, and a text without any character beyond ASCII, as most
   * are, is written as Latin-1, byte by byte, in half of the time.
   */
  function sendText(reply: FastifyReply, head: ResponseHead, { parts, byteLength }: SizedText): void {
    const response = writeHead(reply, head, byteLength);
    const characters = parts.reduce((sum, { length }) => sum + length, 0);
    const encoding = byteLength === characters ? "latin1" : "utf8";
    for (const part of parts.slice(0, -1)) response.write(part, encoding);
    response.end(parts.at(-1), encoding);
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    head: ResponseHead,
    body: ReplyBody | undefined,
  ): void {
    if (typeof body === "string") {
      sendText(reply, head, new SizedText([body], Buffer.byteLength(body)));
    } else if (body instanceof SizedText) sendText(reply, head, body);
    else {
      reply.code(head.status);
      for (const [name, value] of head.headers ?? []) reply.header(name, value);
      if (body === undefined) reply.send();
      else
        reply
          .header("content-type", head.contentType)
          // Node.js omits the body of a response to HEAD, so the pages need not be read.
          .send(Readable.from(request.method === "HEAD" ? [] : body, { objectMode: false }));
    }
  }

  return {
    success(request, reply, { operation, successHead: head }, result) {
      let ready: ReadyResponse | undefined;
      if (isReply(result)) {
        try {
          ready = readyReply(operation, result);
        } catch (error) {
          failure(request, reply, error);
          return;
        }
      }
      const sent = ready === undefined ? head : ready.head;
      const body = ready === undefined ? (result as ReplyBody | undefined) : ready.body;
      if (observe !== undefined) tell(request, operation.operationId, sent.status);
      // A write's response follows its line in the log, which is written in the next tick.
      if (isWrite(request)) process.nextTick(send, request, reply, sent, body);
      else send(request, reply, sent, body);
    },
    failure,
  };

  function failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const { code, options } = problemOf(
      isHangUp(request, error) ? new ProblemError("malformed-http") : error,
    );
    const { status } = problemTypes[code];
    const { operationId } = request.routeOptions.config ?? {};
    // The storage logs its failure once; a line for each refused request would add nothing.
    if (status === 500) logger.error({ err: error, ...contextOf(request) }, "the request failed");
    if (observe !== undefined) tell(request, operationId, status);
    // A handler may have begun a response that cannot be finished.
    if (reply.sent) return void reply.raw.destroy();
    // A URL that cannot be routed has passed no hook.
    reply.header(requestIdField, request.id);
    if (options.headers) reply.headers(options.headers);
    if (status === 401) reply.header("www-authenticate", "Bearer");
    reply
      .code(status)
      .header("content-type", "application/problem+json")
      .send(
        // To a text Fastify adds a charset, which JSON does not have (RFC 8259, section 11).
        Buffer.from(
          problemText(code, {
            ...options,
            requestId: request.id,
            target: request.raw.url ?? "/",
          }),
        ),
      );
  }
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== "GET" && method !== "HEAD";
}

function contextOf(request: FastifyRequest): object {
  const { id, method, principal, params, routeOptions } = request;
  const { computerId } = (params ?? {}) as { readonly computerId?: string };
  const { operationId } = routeOptions.config ?? {};
  const { credentialId } = principal ?? {};
  return { requestId: id, operationId, method, computerId, credentialId, traceparent: traceOf(request) };
}

/** Whether the client disconnected mid-body, which is not a failure of the service. */
function isHangUp({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.readableAborted && (error as NodeJS.ErrnoException).code === "ECONNRESET";
}
