import { breaking, type Patch, replies, routes } from "../deviation.ts";
import type { Exchange, Reply } from "../exchange.ts";
import type { ProblemError } from "../problem.ts";
import { restated } from "./refusals.ts";

/** Leaves out a header field of some responses. */
const lacks = (name: string, isConcerned: (reply: Reply, exchange: Exchange) => boolean): Patch =>
  replies((reply, exchange) => {
    if (isConcerned(reply, exchange)) delete reply.headers[name];
  });

/** Sends another request ID. */
const identifies = (requestIdOf: (exchange: Exchange) => string): Patch => ({
  async replyTo(exchange) {
    const requestId = requestIdOf(exchange);
    const reply = await this.performOrRefuse({ ...exchange, requestId });
    reply.headers["X-Request-Id"] = requestId;
    return reply;
  },
});

/** Gives a success of an operation or of a method another status. */
const restates = (isConcerned: (exchange: Exchange) => boolean, status: number, hasBody = true): Patch =>
  replies((reply, exchange) => {
    if (!isConcerned(exchange) || reply.status !== 200) return;
    reply.status = status;
    if (!hasBody) reply.body = undefined;
  });

/** Refuses other methods otherwise. */
const refuses =
  (change: (problem: ProblemError, methods: readonly string[]) => ProblemError): Patch =>
  (right) => ({ methodRefusal: (methods) => change(right.methodRefusal(methods), methods) });

/** Bugs of headers, methods and HEAD. */
export const headersBugs = {
  ...breaking("errors#2", {
    "request-id-missing": lacks("X-Request-Id", () => true),
    "request-id-missing-on-success": lacks("X-Request-Id", ({ status }) => status < 400),
    "request-id-missing-on-401": lacks("X-Request-Id", ({ status }) => status === 401),
    "request-id-missing-on-unknown-path": lacks(
      "X-Request-Id",
      ({ status }, { operation }) => status === 404 && operation === undefined,
    ),
    "head-lacks-request-id": lacks("X-Request-Id", (_reply, { method }) => method === "HEAD"),
  }),
  ...breaking("X-Request-Id#1", {
    "request-id-constant": identifies(() => "00000000-0000-0000-0000-000000000000"),
    "request-id-per-connection": identifies(({ request: { socket } }) => `${socket.remotePort}`),
  }),
  ...breaking("Allow#1", {
    "allow-missing": refuses((problem) => restated(problem, { headers: {} })),
  }),
  ...breaking("methods-and-redirects#1", {
    "allow-incomplete": refuses((problem, [first = ""]) => restated(problem, { headers: { Allow: first } })),
    "head-refused": (right) => ({
      operationsOf: (path) => {
        const { HEAD: _refused, ...operations } = right.operationsOf(path);
        return operations;
      },
    }),
    "head-always-200": replies((reply, { method }) => {
      if (method === "HEAD") reply.status = 200;
    }),
    "head-is-204": restates(({ method }) => method === "HEAD", 204),
    "head-with-body": (right) => ({
      async send(exchange, response, reply) {
        await right.send(exchange, response, reply);
        if (exchange.method === "HEAD") exchange.request.socket.write(right.bytesOf(reply.body));
      },
    }),
    "head-length-is-zero": (right) => ({
      contentLength: (content, exchange) =>
        exchange.method === "HEAD" ? 0 : right.contentLength(content, exchange),
    }),
    "head-lacks-content-type": lacks("Content-Type", (_reply, { method }) => method === "HEAD"),
  }),
  ...breaking("errors#5", {
    "unknown-method-is-404": refuses((problem) => restated(problem, { status: 404 })),
  }),
  ...breaking("methods-and-redirects#1", {
    "head-starts-retry": routes("retry", { HEAD: "retryInstallDeps" }),
    "trace-echoes-request": replies((reply, { method, request }) => {
      if (method !== "TRACE") return;
      Object.assign(reply, { status: 200, headers: { "Content-Type": "message/http" } });
      reply.body = request.rawHeaders.join("\r\n");
    }),
  }),
  ...breaking("getComputer.200", {
    "any-etag-matches": replies((reply, { request }) => {
      if (request.headers["if-none-match"] === undefined || reply.status !== 200) return;
      Object.assign(reply, { status: 304, body: undefined });
    }),
  }),
  ...breaking("OtherError", {
    "unknown-method-is-501": refuses((problem) => restated(problem, { status: 501 })),
  }),
  ...breaking("OtherError#1", {
    "list-by-post": routes("list", { POST: "listComputers" }),
  }),
  ...breaking("info", {
    "content-type-missing": lacks("Content-Type", ({ status }) => status < 400),
    "content-type-is-text": replies(({ status, headers }) => {
      if (status < 400) headers["Content-Type"] = "text/plain; charset=utf-8";
    }),
  }),
  ...breaking("updateComputer.200", {
    "update-is-202": restates(({ operation }) => operation === "updateComputer", 202),
    "update-is-204": restates(({ operation }) => operation === "updateComputer", 204, false),
  }),
};
