import { type Acts, by, type Exchange, type Json, type Reply, type Tables } from "../acts.ts";
import type { ProblemKind } from "../problems.ts";

type ReplyAct = Acts["reply"];

/** Changes the status of problems. */
const restated =
  (kinds: readonly ProblemKind[], status: number, only = ""): ReplyAct =>
  (reply, { operation = "" }) => {
    const { type = "" } = (reply.body ?? {}) as { readonly type?: string };
    const isOne = kinds.some((kind) => type === `/problems/${kind}`) && operation.includes(only);
    return isOne && { status, body: { ...(reply.body as Json), status } };
  };

const asText = ({ headers }: Reply) => ({
  headers: { ...headers, "Content-Type": "text/plain" },
  body: "An error",
});

/** Whether a reply is a success of an operation. */
const isDone = (wanted: string, { status }: Reply, { operation }: Exchange) =>
  operation === wanted && status < 300;

const listIn = (body: unknown) => (body as { readonly computers?: readonly unknown[] }).computers ?? [];

const isEmptyList = (...[reply, exchange]: Parameters<ReplyAct>) =>
  isDone("listComputers", reply, exchange) && listIn(reply.body).length === 0;

/** Repeats a body for a second. */
const cached =
  (keyOf: (...of: Parameters<ReplyAct>) => string | undefined | false): ReplyAct =>
  (reply, exchange) => {
    const key = reply.status === 200 && exchange.method === "GET" && keyOf(reply, exchange);
    return key && { body: exchange.memory.keep(`cached ${key}`, () => reply.body, 1_000) };
  };

/** Bugs in a response as a whole, each with the rule that it breaks. */
export const replyBugs = {
  headers: {
    "head-lacks-request-id": by(
      "errors#2",
      (_headers, _reply, { method }) => method === "HEAD" && { "X-Request-Id": undefined },
    ),
    "allow-missing": by("Allow#1", () => ({ Allow: undefined })),
    "allow-incomplete": by(
      "methods-and-redirects#1",
      ({ Allow }) => Allow && { Allow: Allow.replace(/,.*/, "") },
    ),
    "allow-in-lower-case": by("Allow#1", ({ Allow }) => Allow && { Allow: Allow.toLowerCase() }),
    "allow-names-refused-methods": by("Allow#1", ({ Allow }) => Allow && { Allow: `${Allow}, DELETE` }),
    "head-lacks-content-type": by(
      "methods-and-redirects#1",
      (_headers, _reply, { method }) => method === "HEAD" && { "Content-Type": undefined },
    ),
    "content-type-missing": by(
      "info",
      (_headers, { status }) => status < 400 && { "Content-Type": undefined },
    ),
    "challenge-missing": by("authentication#1", () => ({ "WWW-Authenticate": undefined })),
    "challenge-is-basic": by(
      "WWW-Authenticate#1",
      (_headers, { status }) => status === 401 && { "WWW-Authenticate": "Basic" },
    ),
    "foreign-record-adds-header": by(
      "ComputerId#1",
      (_headers, _reply, { isForeign }) => isForeign && { "X-Shard": "2" },
    ),
    "head-length-is-zero": by(
      "methods-and-redirects#1",
      (_headers, _reply, { method }) => method === "HEAD" && { "Content-Length": "0" },
    ),
    "content-length-in-characters": by("info", (_headers, { body }) => ({
      "Content-Length": String(JSON.stringify(body ?? "").length),
    })),
  },
  reply: {
    "problem-in-an-envelope": by(
      "Problem#1",
      ({ status, body }) => status >= 400 && { body: { error: body } },
    ),
    "head-always-200": by(
      "methods-and-redirects#1",
      (_reply, { method }) => method === "HEAD" && { status: 200 },
    ),
    "trace-echoes-request": by(
      "methods-and-redirects#1",
      (_reply, { method, request }) =>
        method === "TRACE" && {
          status: 200,
          headers: { "Content-Type": "message/http" },
          body: request.rawHeaders.join("\n"),
        },
    ),
    "plain-http-redirected": by(
      "methods-and-redirects#2",
      ({ headers }, { request }) =>
        request.headers["x-forwarded-proto"] === "http" && {
          status: 308,
          headers: { ...headers, Location: "/" },
        },
    ),
    "path-redirected": by(
      "methods-and-redirects#2",
      ({ headers }, { path }) =>
        /^\/api\/.*\/$/.test(path) && { status: 308, headers: { ...headers, Location: "/" } },
    ),
    "repeated-slashes-redirected": by(
      "methods-and-redirects#2",
      ({ headers }, { path }) =>
        /\/\/|\/\.(\/|$)/.test(path) && {
          status: 301,
          headers: { ...headers, Location: path.replace(/\/(\.?\/)+/g, "/") },
          body: "",
        },
    ),
    "login-is-a-redirect": by(
      "authentication#1",
      ({ headers, status }) =>
        status === 401 && { status: 302, headers: { ...headers, Location: "/login" }, body: "" },
    ),
    "any-etag-matches": by(
      "getComputer.200",
      (_reply, { request }) => "if-none-match" in request.headers && { status: 304, body: undefined },
    ),
    "problem-as-text": by("errors#1", (reply) => reply.status >= 400 && asText(reply)),
    "unauthenticated-in-plain-text": by("Unauthenticated", (reply) => reply.status === 401 && asText(reply)),
    "unknown-method-is-404": by("errors#5", restated(["method-not-allowed"], 404)),
    "unknown-method-is-501": by("OtherError", restated(["method-not-allowed"], 501)),
    "unauthenticated-is-403": by("authentication#1", restated(["unauthenticated"], 403)),
    "conflict-is-400": by("updateComputer.409", restated(["name-taken", "host-taken"], 400)),
    "host-conflict-is-422": by("updateComputer#1", restated(["host-already-set"], 422)),
    "invalid-body-is-422": by(
      "InvalidUpdate",
      restated(["invalid-request", "malformed-request"], 422, "update"),
    ),
    "invalid-query-is-422": by("InvalidQuery", restated(["invalid-request"], 422, "list")),
    "wrong-media-type-is-400": by("UnsupportedMediaType", restated(["unsupported-media-type"], 400)),
    "unknown-id-is-500": by("ComputerNotFound", restated(["computer-not-found"], 500)),
    "update-is-202": by("updateComputer.200", (...of) => isDone("updateComputer", ...of) && { status: 202 }),
    "retry-is-200": by(
      "retryInstallDeps.202",
      (...of) => isDone("retryInstallDeps", ...of) && { status: 200 },
    ),
    "record-in-an-envelope": by(
      "getComputer.200",
      (...of) => isDone("getComputer", ...of) && { body: { computer: of[0].body } },
    ),
    "list-is-a-bare-array": by(
      "listComputers.200",
      (...of) => isDone("listComputers", ...of) && { body: listIn(of[0].body) },
    ),
    "limit-parameter-honoured": by(
      "listComputers#2",
      ({ body }, { search, operation }) =>
        operation === "listComputers" &&
        search.startsWith("limit=") && { body: { computers: listIn(body).slice(0, 1) } },
    ),
    "empty-list-is-null": by("ComputerList", (...of) => isEmptyList(...of) && { body: { computers: null } }),
    "empty-list-omitted": by("ComputerList", (...of) => isEmptyList(...of) && { body: {} }),
    "empty-list-is-204": by(
      "listComputers.200",
      (...of) => isEmptyList(...of) && { status: 204, body: undefined },
    ),
    "malformed-credentials-are-400": by(
      "authentication#1",
      (reply, exchange) =>
        exchange.reason === "malformed" && restated(["unauthenticated"], 400)(reply, exchange),
    ),
    "foreign-record-is-403": by(
      "ComputerId#1",
      ({ body }, { isForeign }) => isForeign && { status: 403, body: { ...(body as Json), status: 403 } },
    ),
    "running-retry-is-423": by("retryInstallDeps.409#1", restated(["install-session-running"], 423)),
    "early-retry-is-400": by("retryInstallDeps.409#1", restated(["earlier-step-not-completed"], 400)),
    "stepless-retry-is-404": by("retryInstallDeps.409#1", restated(["no-install-deps-step"], 404)),
    "large-body-resets": by("BodyTooLarge", ({ status }, { request }) => {
      if (status === 413) request.socket.destroy();
      return undefined;
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
