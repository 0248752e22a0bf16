import { type Acts, by, type Json, type Tables } from "../acts.ts";
import { Problem } from "../problems.ts";

type Steps = readonly Json[];
type SentAct = Acts["sent"];
type ProblemAct = Acts["problem"];
type ReplyAct = Acts["reply"];

const without = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Changes every step that is sent. */
const steps =
  (change: (step: Json) => Json): SentAct =>
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
const limited = (status: number) => (problem: Problem) =>
  new Problem("rate-limited", { ...problem.details, status });
const afterKind =
  (wanted: string, only: string): Acts["applied"] =>
  (is, kind, { operation }) =>
    is || (kind === wanted && operation === only);

/** Bugs in what is sent, each with the rule that it breaks. */
export const replyBugs = {
  sent: {
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
    "listed-steps-summarised": by("listComputers.includeProvisioningSteps", (record, place, one) =>
      place === "list"
        ? steps((step) => ({ id: step.id, name: step.name, status: step.status }))(record, place, one)
        : record,
    ),
    "listed-record-shortened": by(
      "ComputerList",
      inList((record) => without(record, "hostId", "hostname", "remoteUser", "computerSource")),
    ),
    "listed-source-shortened": by(
      "ComputerSource",
      inList((record) => ({
        ...record,
        ...(record.computerSource !== undefined && {
          computerSource: { kind: (record.computerSource as Json).kind },
        }),
      })),
    ),
    "running-session-hidden-by-id": by("ProvisioningStep.installSessionId#1", (record, place, one) =>
      place === "get" ? steps(hidden)(record, place, one) : record,
    ),
    "running-session-hidden-in-list": by(
      "ProvisioningStep.installSessionId#1",
      inList((record) => steps(hidden)(record, "list", {} as never)),
    ),
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
    "absent-fields-are-empty": by(
      "Computer.hostId#1",
      sets(({ hostId = "" }) => ({ hostId })),
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
    "limited-update-applied": by("RateLimited#1", afterKind("rate-limited", "updateComputer")),
    "mistyped-update-applied": by(
      "UnsupportedMediaType",
      afterKind("unsupported-media-type", "updateComputer"),
    ),
    "too-large-update-applied": by("BodyTooLarge", afterKind("body-too-large", "updateComputer")),
    "invalid-update-written": by("InvalidUpdate", afterKind("invalid-request", "updateComputer")),
  },
  limit: {
    "limit-lacks-retry-after": by("errors#3", () => new Problem("rate-limited")),
    "retry-after-is-a-date": by(
      "Retry-After#1",
      () => new Problem("rate-limited", { headers: { "Retry-After": new Date().toUTCString() } }),
    ),
    "limit-is-403": by("RateLimited", limited(403)),
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
    "unknown-path-is-200": by("OtherError#1", (reply, { operation, id }) =>
      reply.status === 404 && !operation && !id
        ? { ...reply, status: 200, headers: { "Content-Type": "text/html" }, body: "<p>" }
        : reply,
    ),
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
  },
  content: {
    "byte-order-mark-sent": by("info", (content) => Buffer.concat([Buffer.from("\ufeff"), content])),
    "response-in-latin1": by("info", (content) => Buffer.from(content.toString(), "latin1")),
  },
} as const satisfies Tables;
