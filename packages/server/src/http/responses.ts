import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import {
  type Principal,
  ProblemError,
  problemHead,
  problemText,
  type ReadyResponse,
  SizedText,
} from "@compute-host/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "../observability/logger.ts";
import type { RequestObserver } from "../observability/request-observer.ts";
import { traceparentOf } from "../observability/traceparent.ts";
import { refusalOf } from "./connections/connection-errors.ts";
import { problemOf } from "./problem.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The principal, once the request is authenticated. */
    principal: Principal | undefined;
    /** The trace of the request, once it was asked for: see {@link traceOf}. */
    traceparent: string | undefined;
    /** Arrival time by `performance.now()`; set only with an observer. */
    arrivedAt: number;
  }
  interface FastifyContextConfig {
    /** The operation of the route. */
    readonly operationId?: string;
  }
}

/** The trace of a request, read or created when first needed: most requests are not logged. */
export function traceOf(request: FastifyRequest): string {
  request.traceparent ??= traceparentOf(request.headers.traceparent);
  return request.traceparent;
}

/** The header field with the request ID. */
export const requestIdField = "x-request-id";

/** Writes responses. */
export interface ResponseWriter {
  /** Sends the result of a handler. */
  success(request: FastifyRequest, reply: FastifyReply, operationId: string, response: ReadyResponse): void;
  failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
}

/** Options of {@link createResponseWriter}. */
export interface ResponseListeners {
  readonly logger: Logger;
  readonly observe: RequestObserver | undefined;
}

/** Makes the writer of responses. It sends finished texts and serialises nothing. */
export function createResponseWriter({ logger, observe }: ResponseListeners): ResponseWriter {
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
      peer: request.ip,
      traceparent: () => traceOf(request),
    });
  }

  /**
   * Sends a text without Fastify, which would add its own fields and always encode as UTF-8: most texts are pure ASCII,
   * and writing those as Latin-1 takes half the time. Node.js omits the body of a response to HEAD.
   */
  function sendText(
    reply: FastifyReply,
    ready: Omit<ReadyResponse, "body">,
    { parts, byteLength }: SizedText,
  ): void {
    const fields: OutgoingHttpHeader[] = [
      "content-type",
      ready.contentType,
      "content-length",
      byteLength,
      requestIdField,
      reply.request.id,
    ];
    for (const [name, value] of ready.headers) fields.push(name, value);
    // Added by hooks and plugins.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      fields.push(name, value as OutgoingHttpHeader);
    const response = reply.raw.writeHead(ready.status, fields);
    reply.hijack();
    const characters = parts.reduce((sum, { length }) => sum + length, 0);
    const encoding = byteLength === characters ? "latin1" : "utf8";
    for (const part of parts.slice(0, -1)) response.write(part, encoding);
    end(reply.request.raw, response, parts.at(-1) ?? "", encoding);
  }

  function send(request: FastifyRequest, reply: FastifyReply, ready: ReadyResponse): void {
    const { status, headers, contentType, body } = ready;
    try {
      if (typeof body === "string") sendText(reply, ready, new SizedText([body], Buffer.byteLength(body)));
      else if (body instanceof SizedText) sendText(reply, ready, body);
      else {
        reply.code(status);
        for (const [name, value] of headers) reply.header(name, value);
        if (body !== undefined) reply.header("content-type", contentType);
        // Node.js omits the body of a response to HEAD, so the pages need not be read.
        reply.send(body && Readable.from(request.method === "HEAD" ? [] : body, { objectMode: false }));
      }
    } catch (error) {
      // Node.js refuses a status or a field that HTTP does not allow.
      failure(request, reply, error);
    }
  }

  return {
    success(request, reply, operationId, ready) {
      if (observe !== undefined) tell(request, operationId, ready.status);
      // A write's response comes after its line in the log, which is written in the next tick.
      if (isWrite(request)) process.nextTick(send, request, reply, ready);
      else send(request, reply, ready);
    },
    failure,
  };

  function failure(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const refusal = refusalOf(request.raw);
    if (refusal !== undefined) request.id = refusal.requestId;
    const code = refusal?.code ?? (isHangUp(request, error) ? "malformed-http" : undefined);
    const problem = problemOf(code === undefined ? error : new ProblemError(code));
    const { status, headers } = problemHead(problem);
    const { operationId } = request.routeOptions.config ?? {};
    // The storage logs its failures once; a line for each refused request would add nothing.
    if (status === 500) logger.error({ err: error, ...contextOf(request) }, "the request failed");
    if (observe !== undefined) tell(request, operationId, status);
    // A handler may have started a response that cannot be completed.
    if (reply.sent) return void reply.raw.destroy();
    const body = problemText(problem.code, {
      ...problem.options,
      requestId: request.id,
      target: request.raw.url ?? "/",
    });
    const ready = { status, headers: Object.entries(headers), contentType: "application/problem+json" };
    sendText(reply, ready, new SizedText([body], Buffer.byteLength(body)));
  }
}

/**
 * How long a client may keep sending a body after the response, in milliseconds. A client that reads the response stops
 * at once.
 */
const lingerMs = 5_000;

/**
 * Ends a response. If this closes the connection, it first reads the rest of the request: with unread bytes, the
 * connection would be reset (RFC 9112, section 9.6), which can overtake the response.
 */
function end(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  encoding: BufferEncoding,
): void {
  if (request.complete || response.shouldKeepAlive) return void response.end(text, encoding);
  response.write(text, encoding);
  response.flushHeaders();
  const finish = () => response.end();
  const timer = setTimeout(finish, lingerMs).unref();
  request.once("close", () => clearTimeout(timer)).once("close", finish);
  request.resume();
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
