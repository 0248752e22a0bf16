import { type Acts, by, type Json, type Tables } from "../acts.ts";
import { Problem, type ProblemKind } from "../problems.ts";

type Steps = readonly Json[];
type SentAct = Acts["sent"];
type ProblemAct = Acts["problem"];
type ReplyAct = Acts["reply"];

const without = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Changes every step that is sent. */
const steps =
  (change: (step: Json) => Json): ((record: Json) => Json) =>
  ({ provisioningSteps, ...record }) => ({
    ...record,
    ...(provisioningSteps !== undefined && { provisioningSteps: (provisioningSteps as Steps).map(change) }),
  });

/** Changes the members of a record in lists. */
const inList =
  (change: (record: Json) => Json): SentAct =>
  (record, place) =>
    place === "list" ? change(record) : record;

/** Replaces members of a record. */
const sets =
  (change: (record: Json) => Json): SentAct =>
  (record) => ({ ...record, ...change(record) });

const times = (change: (time: number) => unknown): SentAct =>
  steps((step) => ({
    ...step,
    ...(step.startedAt !== undefined && { startedAt: change(step.startedAt as number) }),
    ...(step.completedAt !== undefined && { completedAt: change(step.completedAt as number) }),
  }));

const hidden = (step: Json) => (step.status === "running" ? without(step, "installSessionId") : step);
const iso = (time: unknown) => new Date(Number(time)).toISOString();

/** Changes problems of some types. */
const problemsOf =
  (types: string, change: (problem: Json) => Json): ProblemAct =>
  (problem) =>
    types.split(" ").some((type) => problem.type === `/problems/${type}`) ? change(problem) : problem;

/** Changes the violations of a problem. */
const violations =
  (change: (violation: Json) => unknown): ProblemAct =>
  (problem) => ({
    ...problem,
    ...(problem.errors !== undefined && { errors: (problem.errors as Json[]).map(change) }),
  });

const pointers = (change: (pointer: string) => string): ProblemAct =>
  violations((one) => ({ ...one, ...(one.pointer ? { pointer: change(String(one.pointer)) } : {}) }));

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
const inASecond = { headers: { "Retry-After": "1" } };

/** Refuses the third and later updates of a second. */
const limited =
  (details: ConstructorParameters<typeof Problem>[1]): Acts["limit"] =>
  (_none, { operation, memory }) => {
    const second = Math.floor(Date.now() / 1_000);
    if (operation === "updateComputer" && memory.count(`updates ${second}`) > 2)
      throw new Problem("rate-limited", details);
    return undefined;
  };

/** Fails after every third change. */
const failsWhenDone =
  (wanted: string, kind: ProblemKind = "unavailable"): Acts["done"] =>
  (record, { operation, memory }) => {
    if (operation === wanted && memory.count("done") % 3 === 0)
      throw new Problem(kind, { headers: { "Retry-After": "0" } });
    return record;
  };

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

/** Tells why credentials are refused. */
const told =
  (wanted: string, change: Json): ProblemAct =>
  (problem, { reason }) =>
    reason === wanted ? { ...problem, ...change } : problem;

const afterKind =
  (wanted: string, only: string): Acts["applied"] =>
  (is, kind, { operation }) =>
    is || (kind === wanted && operation === only);

/** Bugs in what is sent, each with the rule that it breaks. */
export const replyBugs = {
  sent: {
    "get-returns-another-computer": by("getComputer", (record, place) =>
      place === "get" ? { ...record, id: "400" } : record,
    ),
    "retry-tells-another-session": by("ProvisioningStep.installSessionId#1", (record, place) =>
      place === "retry"
        ? steps((step) => ({ ...step, ...(step.id === "install-deps" && { installSessionId: "ins_told" }) }))(
            record,
          )
        : record,
    ),
    "get-lacks-steps": by("getComputer#1", (record, place) =>
      place === "get" ? without(record, "provisioningSteps") : record,
    ),
    "update-lacks-steps": by("Computer.provisioningSteps#1", (record, place) =>
      place === "update" ? without(record, "provisioningSteps") : record,
    ),
    "listed-steps-empty-without-flag": by(
      "listComputers.includeProvisioningSteps#1",
      sets(({ provisioningSteps = [] }) => ({ provisioningSteps })),
    ),
    "steps-never-listed": by(
      "listComputers",
      inList((record) => without(record, "provisioningSteps")),
    ),
    "listed-steps-summarised": by("listComputers.includeProvisioningSteps", (record, place) =>
      place === "list"
        ? steps((step) => ({ id: step.id, name: step.name, status: step.status }))(record)
        : record,
    ),
    "listed-record-shortened": by(
      "ComputerList",
      inList((record) => without(record, "hostId", "hostname", "remoteUser", "computerSource")),
    ),
    "listed-source-shortened": by(
      "ComputerSource",
      inList(({ computerSource, ...record }) => ({
        ...record,
        ...(computerSource ? { computerSource: { kind: (computerSource as Json).kind } } : {}),
      })),
    ),
    "running-session-hidden-by-id": by("ProvisioningStep.installSessionId#1", (record, place) =>
      place === "get" ? steps(hidden)(record) : record,
    ),
    "running-session-hidden-in-list": by("ProvisioningStep.installSessionId#1", inList(steps(hidden))),
    "steps-in-reverse": by(
      "Computer.provisioningSteps",
      sets(({ provisioningSteps }) =>
        provisioningSteps ? { provisioningSteps: (provisioningSteps as Steps).toReversed() } : {},
      ),
    ),
    "step-names-missing": by(
      "ProvisioningStep#1",
      steps((step) => without(step, "name")),
    ),
    "step-status-is-a-number": by(
      "ProvisioningStep.status#1",
      steps((step) => ({ ...step, status: 1 })),
    ),
    "absent-step-fields-are-null": by(
      "ProvisioningStep",
      steps((step) => ({ ...step, completedAt: step.completedAt ?? null })),
    ),
    "failed-step-lacks-completed-at": by(
      "ProvisioningStep.completedAt#1",
      steps((step) => (step.status === "failed" ? without(step, "completedAt") : step)),
    ),
    "absent-step-error-is-empty": by(
      "ProvisioningStep.error#1",
      steps((step) => ({ ...step, error: step.error ?? "" })),
    ),
    "two-steps-install-deps": by(
      "ProvisioningStep.id#1",
      steps((step) => ({ ...step, id: "install-deps" })),
    ),
    "absent-fields-are-null": by(
      "Computer",
      sets(({ hostId = null }) => ({ hostId })),
    ),
    "numeric-name-becomes-a-number": by(
      "Computer",
      sets(({ name }) => ({ name: /^\d{1,15}$/.test(String(name)) ? Number(name) : name })),
    ),
    "stepless-computer-stays-provisioning": by("Computer.status#1", (record, _place, one) =>
      one.provisioningSteps.length === 0 ? { ...record, status: "provisioning" } : record,
    ),
    "failed-computer-says-active": by(
      "Computer.status#1",
      sets(({ status }) => ({ status: status === "error" ? "active" : status })),
    ),
    "blocked-computer-provisions": by(
      "Computer.status#1",
      (record, _place, { status, provisioningSteps: all }) =>
        status === "error" && all.at(-1)?.status === "pending"
          ? { ...record, status: "provisioning" }
          : record,
    ),
    "owner-kind-is-a-number": by(
      "Computer.ownerPrincipalKind#1",
      sets(() => ({ ownerPrincipalKind: 1 })),
    ),
    "source-kind-is-a-number": by(
      "ComputerSource.kind#1",
      sets(({ computerSource }) => (computerSource ? { computerSource: { kind: 1 } } : {})),
    ),
    "created-at-in-seconds": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: Math.floor(Number(createdAt) / 1000) })),
    ),
    "created-at-is-iso-text": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: iso(createdAt) })),
    ),
    "created-at-drifts": by(
      "Computer.createdAt#1",
      sets(({ createdAt }) => ({ createdAt: Number(createdAt) + Math.random() })),
    ),
    "step-times-in-seconds": by(
      "ProvisioningStep.startedAt#1",
      times((time) => Math.floor(time / 1000)),
    ),
  },
  applied: {
    "unauthenticated-update-applied": by("authentication#1", afterKind("unauthenticated", "updateComputer")),
    "unauthenticated-retry-started": by("authentication#1", afterKind("unauthenticated", "retryInstallDeps")),
    "foreign-update-applied": by("authentication#1", afterKind("computer-not-found", "updateComputer")),
    "mistyped-update-applied": by(
      "UnsupportedMediaType",
      afterKind("unsupported-media-type", "updateComputer"),
    ),
    "too-large-update-applied": by("BodyTooLarge", afterKind("body-too-large", "updateComputer")),
    "invalid-update-written": by("InvalidUpdate", afterKind("invalid-request", "updateComputer")),
    "refused-update-written": by("updateComputer.409", afterKind("name-taken", "updateComputer")),
    "refused-retry-starts-anyway": by(
      "retryInstallDeps.409",
      afterKind("earlier-step-not-completed", "retryInstallDeps"),
    ),
    "refused-retry-starts-over": by(
      "retryInstallDeps.409",
      afterKind("install-session-running", "retryInstallDeps"),
    ),
  },
  done: {
    "limited-update-applied": by("RateLimited#1", failsWhenDone("updateComputer", "rate-limited")),
    "unavailable-update-written": by("Unavailable#1", failsWhenDone("updateComputer")),
    "unavailable-retry-started": by("Unavailable#1", failsWhenDone("retryInstallDeps")),
  },
  limit: {
    "limit-lacks-retry-after": by("errors#3", limited({})),
    "retry-after-is-a-date": by(
      "Retry-After#1",
      limited({ headers: { "Retry-After": new Date().toUTCString() } }),
    ),
    "limit-is-403": by("RateLimited", limited({ ...inASecond, status: 403 })),
  },
  problem: {
    "problem-in-an-envelope": by("Problem#1", (problem) => ({ error: problem })),
    "problem-lacks-request-id": by("errors#2", (problem) => without(problem, "requestId")),
    "problem-request-id-differs": by("errors#2", (problem) => ({
      ...problem,
      requestId: crypto.randomUUID(),
    })),
    "problem-status-differs": by("Problem", (problem) => ({ ...problem, status: 500 })),
    "problem-title-varies": by("Problem", (problem, { path }) => ({
      ...problem,
      title: `${problem.title}: ${path}`,
    })),
    "problem-instance-is-constant": by("Problem", (problem) => ({ ...problem, instance: "/api/v0" })),
    "update-conflicts-share-type": by(
      "Problem.type#1",
      problemsOf("name-taken host-already-set host-taken", (problem) => ({
        ...problem,
        ...{ type: "/problems/conflict", title: "Conflict" },
      })),
    ),
    "retry-conflicts-share-type": by(
      "Problem.type#1",
      problemsOf("install-session-running earlier-step-not-completed no-install-deps-step", (problem) => ({
        ...problem,
        ...{ type: "/problems/conflict", title: "Conflict" },
      })),
    ),
    "update-errors-missing": by("InvalidUpdate#1", (problem, { operation }) =>
      operation === "updateComputer" ? without(problem, "errors") : problem,
    ),
    "query-errors-missing": by("InvalidQuery#1", (problem, { operation }) =>
      operation === "listComputers" ? without(problem, "errors") : problem,
    ),
    "errors-name-first-only": by("InvalidUpdate#1", (problem) => ({
      ...problem,
      ...(problem.errors ? { errors: (problem.errors as Json[]).slice(0, 1) } : {}),
    })),
    "pointers-unescaped": by(
      "InvalidUpdate#1",
      pointers((pointer) => pointer.replaceAll("~1", "/").replaceAll("~0", "~")),
    ),
    "violation-names-two-places": by(
      "Violation",
      violations((one) => ({ pointer: "/x", parameter: "x", ...one })),
    ),
    "revoked-token-told-apart": by("Unauthenticated#1", told("revoked", { detail: "The token is revoked." })),
    "expired-token-told-apart": by("Unauthenticated#1", told("expired", { detail: "The token is expired." })),
    "foreign-record-told-apart": by("ComputerNotFound#1", (problem, { isForeign }) =>
      isForeign ? { ...problem, detail: "This computer is another owner's." } : problem,
    ),
  },
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
