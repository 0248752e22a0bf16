import { type Acts, by, type Json, type Tables } from "../acts.ts";

type ReplyAct = Acts["reply"];

const without = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Changes the status of problems. */
const restated =
  (kinds: string, status: number, only = ""): ReplyAct =>
  (reply, { operation = "" }) => {
    const { type = "" } = (reply.body ?? {}) as { readonly type?: string };
    const isOne = kinds.split(" ").some((kind) => type === `/problems/${kind}`) && operation.includes(only);
    return isOne ? { ...reply, status, body: { ...(reply.body as Json), status } } : reply;
  };

/** Leaves out a header field. */
const lacks =
  (name: string, isConcerned: (...of: Parameters<ReplyAct>) => boolean): ReplyAct =>
  (reply, exchange) =>
    isConcerned(reply, exchange)
      ? { ...reply, headers: without(reply.headers, name) as Record<string, string> }
      : reply;

const asText =
  (isText: (status: number) => boolean): ReplyAct =>
  (reply) =>
    reply.status >= 400 && isText(reply.status)
      ? { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain" }, body: "An error" }
      : reply;

/** Changes successes of an operation. */
const successOf =
  (
    operation: string,
    change: (reply: Parameters<ReplyAct>[0]) => Partial<Parameters<ReplyAct>[0]>,
  ): ReplyAct =>
  (reply, exchange) =>
    exchange.operation === operation && reply.status < 300 ? { ...reply, ...change(reply) } : reply;

const listIn = (body: unknown) => (body as { readonly computers?: readonly unknown[] }).computers ?? [];

/** Repeats a body for a second. */
const cached =
  (keyOf: (...of: Parameters<ReplyAct>) => string | undefined | false): ReplyAct =>
  (reply, exchange) => {
    const key = reply.status === 200 && exchange.method === "GET" && keyOf(reply, exchange);
    return key ? { ...reply, body: exchange.memory.keep(`cached ${key}`, () => reply.body, 1_000) } : reply;
  };

/** Changes the response to a foreign computer's request. */
const foreign =
  (change: (reply: Parameters<ReplyAct>[0]) => Partial<Parameters<ReplyAct>[0]>): ReplyAct =>
  (reply, { isForeign }) =>
    isForeign ? { ...reply, ...change(reply) } : reply;

/** Bugs in a response as a whole, each with the rule that it breaks. */
export const replyBugs = {
  reply: {
    "head-lacks-request-id": by(
      "errors#2",
      lacks("X-Request-Id", (_reply, { method }) => method === "HEAD"),
    ),
    "allow-missing": by(
      "Allow#1",
      lacks("Allow", () => true),
    ),
    "allow-incomplete": by("methods-and-redirects#1", (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        ...(reply.headers.Allow && { Allow: reply.headers.Allow.replace(/,.*/, "") }),
      },
    })),
    "allow-in-lower-case": by("Allow#1", ({ headers: { Allow = "", ...headers }, ...reply }) => ({
      ...reply,
      headers: { ...headers, ...(Allow && { Allow: Allow.toLowerCase() }) },
    })),
    "allow-names-refused-methods": by("Allow#1", (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        ...(reply.headers.Allow && { Allow: `${reply.headers.Allow}, DELETE` }),
      },
    })),
    "head-always-200": by("methods-and-redirects#1", (reply, { method }) =>
      method === "HEAD" ? { ...reply, status: 200 } : reply,
    ),
    "head-lacks-content-type": by(
      "methods-and-redirects#1",
      lacks("Content-Type", (_reply, { method }) => method === "HEAD"),
    ),
    "trace-echoes-request": by("methods-and-redirects#1", (reply, { method, request }) =>
      method === "TRACE"
        ? {
            ...reply,
            status: 200,
            headers: { "Content-Type": "message/http" },
            body: request.rawHeaders.join("\n"),
          }
        : reply,
    ),
    "path-redirected": by("methods-and-redirects#2", (reply, { path }) =>
      /^\/api\/.*\/$/.test(path)
        ? { ...reply, status: 308, headers: { ...reply.headers, Location: "/" } }
        : reply,
    ),
    "any-etag-matches": by("getComputer.200", (reply, { request }) =>
      request.headers["if-none-match"] ? { ...reply, status: 304, body: undefined } : reply,
    ),
    "content-type-missing": by(
      "info",
      lacks("Content-Type", ({ status }) => status < 400),
    ),
    "problem-as-text": by(
      "errors#1",
      asText(() => true),
    ),
    "unauthenticated-in-plain-text": by(
      "Unauthenticated",
      asText((status) => status === 401),
    ),
    "unknown-method-is-404": by("errors#5", restated("method-not-allowed", 404)),
    "unknown-method-is-501": by("OtherError", restated("method-not-allowed", 501)),
    "unauthenticated-is-403": by("authentication#1", restated("unauthenticated", 403)),
    "conflict-is-400": by("updateComputer.409", restated("name-taken host-taken", 400)),
    "host-conflict-is-422": by("updateComputer#1", restated("host-already-set", 422)),
    "invalid-body-is-422": by("InvalidUpdate", restated("invalid-request", 422, "update")),
    "invalid-query-is-422": by("InvalidQuery", restated("invalid-request", 422, "list")),
    "wrong-media-type-is-400": by("UnsupportedMediaType", restated("unsupported-media-type", 400)),
    "unknown-id-is-500": by("ComputerNotFound", restated("computer-not-found", 500)),
    "update-is-202": by(
      "updateComputer.200",
      successOf("updateComputer", () => ({ status: 202 })),
    ),
    "retry-is-200": by(
      "retryInstallDeps.202",
      successOf("retryInstallDeps", () => ({ status: 200 })),
    ),
    "record-in-an-envelope": by(
      "getComputer.200",
      successOf("getComputer", ({ body }) => ({ body: { computer: body } })),
    ),
    "list-is-a-bare-array": by(
      "listComputers.200",
      successOf("listComputers", ({ body }) => ({ body: listIn(body) })),
    ),
    "limit-parameter-honoured": by("listComputers#2", (reply, { search, operation }) =>
      operation === "listComputers" && search.startsWith("limit=")
        ? { ...reply, body: { computers: listIn(reply.body).slice(0, 1) } }
        : reply,
    ),
    "empty-list-is-null": by(
      "ComputerList",
      successOf("listComputers", ({ body }) =>
        listIn(body).length === 0 ? { body: { computers: null } } : {},
      ),
    ),
    "malformed-credentials-are-400": by("authentication#1", (reply, exchange) =>
      exchange.reason === "malformed" ? restated("unauthenticated", 400)(reply, exchange) : reply,
    ),
    "challenge-missing": by(
      "authentication#1",
      lacks("WWW-Authenticate", () => true),
    ),
    "challenge-is-basic": by("WWW-Authenticate#1", (reply) =>
      reply.status === 401 ? { ...reply, headers: { ...reply.headers, "WWW-Authenticate": "Basic" } } : reply,
    ),
    "foreign-record-adds-header": by(
      "ComputerId#1",
      foreign(({ headers }) => ({ headers: { ...headers, "X-Shard": "2" } })),
    ),
    "foreign-record-is-403": by(
      "ComputerId#1",
      foreign(({ body }) => ({ status: 403, body: { ...(body as Json), status: 403 } })),
    ),
    "running-retry-is-423": by("retryInstallDeps.409#1", restated("install-session-running", 423)),
    "early-retry-is-400": by("retryInstallDeps.409#1", restated("earlier-step-not-completed", 400)),
    "stepless-retry-is-404": by("retryInstallDeps.409#1", restated("no-install-deps-step", 404)),
    "head-length-is-zero": by("methods-and-redirects#1", (reply, { method }) =>
      method === "HEAD" ? { ...reply, headers: { ...reply.headers, "Content-Length": "0" } } : reply,
    ),
    "content-length-in-characters": by("info", (reply) => ({
      ...reply,
      headers: { ...reply.headers, "Content-Length": String(JSON.stringify(reply.body ?? "").length) },
    })),
    "large-body-resets": by("BodyTooLarge", (reply, { request }) => {
      if (reply.status === 413) request.socket.destroy();
      return reply;
    }),
    "list-cached": by(
      "listComputers#1",
      cached(
        (_reply, { operation, search, owner }) => operation === "listComputers" && `${owner?.id} ${search}`,
      ),
    ),
    "list-cached-without-query": by(
      "listComputers.includeProvisioningSteps#1",
      cached((_reply, { operation, owner }) => operation === "listComputers" && owner?.id),
    ),
    "unknown-host-cached": by(
      "listComputers.hostId#1",
      cached(({ body }, { filter, memory }) => {
        const isUnknown = filter?.hostId && listIn(body).length === 0;
        if (isUnknown) memory.note(`unknown ${filter.hostId}`);
        return filter?.hostId && memory.since(`unknown ${filter.hostId}`) < 1_000 && filter.hostId;
      }),
    ),
    "get-cached": by(
      "updateComputer",
      cached((_reply, { operation, path, owner }) => operation === "getComputer" && `${owner?.id} ${path}`),
    ),
  },
  content: {
    "byte-order-mark-sent": by("info", (content) => Buffer.concat([Buffer.from("\ufeff"), content])),
    "response-in-latin1": by("info", (content) => Buffer.from(content.toString(), "latin1")),
  },
} as const satisfies Tables;
