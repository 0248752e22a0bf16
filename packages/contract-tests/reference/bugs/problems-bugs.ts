import { breaking, type Patch, replies } from "../deviation.ts";
import type { Exchange, Operation, Reply } from "../exchange.ts";
import { ProblemError, type ProblemKind } from "../problem.ts";
import { limitsUpdates, overLimit } from "./update-limit.ts";

type Document = Record<string, unknown>;
type Violations = Record<string, unknown>[];

/** Changes every problem. */
const problems = (change: (problem: Document, exchange: Exchange, reply: Reply) => void): Patch =>
  replies((reply, exchange) => {
    if (reply.status >= 400) change(reply.body as Document, exchange, reply);
  });

/** Changes the problems of some kinds. */
const problemsOf = (
  kinds: readonly ProblemKind[],
  change: (reply: Reply, problem: Document) => void,
  only?: Operation,
): Patch =>
  problems((problem, { operation }, reply) => {
    const isOne = kinds.some((kind) => problem.type === `/problems/${kind}`);
    if (isOne && (only === undefined || only === operation)) change(reply, problem);
  });

const lacks = (member: string, only?: Operation): Patch =>
  problems((problem, { operation }) => {
    if (only === undefined || only === operation) delete problem[member];
  });

/** Changes the status of some kinds. */
const restates = (kinds: readonly ProblemKind[], status: number, only?: Operation): Patch =>
  problemsOf(kinds, (reply, problem) => Object.assign(reply, { status, body: { ...problem, status } }), only);

/** Changes the violations of invalid requests. */
const violations = (change: (violation: Document) => void): Patch =>
  problems(({ errors = [] }) => (errors as Violations).forEach(change));

const pointers = (change: (pointer: string) => string): Patch =>
  violations((violation) => {
    if (violation.pointer) violation.pointer = change(String(violation.pointer));
  });

/** Sends problems as text. */
const texts = (isText: (status: number) => boolean): Patch =>
  problems(({ title }, _exchange, reply) => {
    if (!isText(reply.status)) return;
    reply.headers["Content-Type"] = "text/plain";
    reply.body = String(title);
  });

/** Bugs of problem documents and statuses. */
export const problemsBugs = {
  ...breaking("errors#1", {
    "problem-as-json": problems((_problem, _exchange, reply) => {
      reply.headers["Content-Type"] = "application/json";
    }),
    "problem-as-text": texts(() => true),
  }),
  ...breaking("Problem#1", {
    "problem-in-an-envelope": problems((problem, _exchange, reply) => {
      reply.body = { error: problem };
    }),
    "problem-lacks-type": lacks("type"),
    "problem-lacks-status": lacks("status"),
    "problem-lacks-instance": lacks("instance"),
  }),
  ...breaking("errors#2", {
    "problem-lacks-request-id": lacks("requestId"),
    "problem-request-id-differs": problems((problem) => {
      problem.requestId = crypto.randomUUID();
    }),
  }),
  ...breaking("Problem", {
    "problem-status-differs": problems((problem) => {
      problem.status = 500;
    }),
    "problem-status-is-text": problems((problem) => {
      problem.status = String(problem.status);
    }),
    "problem-title-varies": problems((problem, { rawPath }) => {
      problem.title = `${problem.title}: ${rawPath}`;
    }),
    "problem-instance-is-constant": problems((problem) => {
      problem.instance = "/api/v0";
    }),
  }),
  ...breaking("Problem.type#1", {
    "update-conflicts-share-type": problemsOf(
      ["name-taken", "host-already-set", "host-taken"],
      (_reply, problem) => {
        problem.type = "/problems/conflict";
      },
    ),
    "retry-conflicts-share-type": problems((problem, { operation }, { status }) => {
      if (operation === "retryInstallDeps" && status === 409) problem.type = "/problems/conflict";
    }),
  }),
  ...breaking("InvalidUpdate#1", {
    "errors-missing": lacks("errors"),
    "update-errors-missing": lacks("errors", "updateComputer"),
    "errors-name-first-only": problems(({ errors }) => {
      (errors as Violations | undefined)?.splice(1);
    }),
    "pointers-lack-slash": pointers((pointer) => pointer.slice(1)),
    "pointers-unescaped": pointers((pointer) => pointer.replaceAll("~1", "/").replaceAll("~0", "~")),
    "pointers-are-json-paths": pointers((pointer) => `$.${pointer.slice(1)}`),
    "unknown-property-points-to-root": violations((violation) => {
      if (violation.message === "is not a known property") violation.pointer = "";
    }),
  }),
  ...breaking("InvalidQuery#1", {
    "query-errors-missing": lacks("errors", "listComputers"),
    "violations-lack-parameter": violations((violation) => {
      delete violation.parameter;
    }),
  }),
  ...breaking("Violation", {
    "violation-names-two-places": violations((violation) => {
      violation.parameter ??= String(violation.pointer).slice(1);
      violation.pointer ??= `/${violation.parameter}`;
    }),
    "violations-lack-message": violations((violation) => {
      delete violation.message;
    }),
    "violations-are-text": problems((problem) => {
      if (problem.errors) problem.errors = (problem.errors as Violations).map(({ message }) => message);
    }),
  }),
  ...breaking("InvalidUpdate", {
    "invalid-body-is-422": restates(["invalid-request"], 422, "updateComputer"),
  }),
  ...breaking("InvalidQuery", {
    "invalid-query-is-422": restates(["invalid-request"], 422, "listComputers"),
  }),
  ...breaking("updateComputer.409", {
    "conflict-is-400": restates(["name-taken", "host-taken"], 400),
  }),
  ...breaking("updateComputer#1", {
    "host-conflict-is-422": restates(["host-already-set"], 422),
  }),
  ...breaking("ComputerNotFound", {
    "unknown-id-is-200": problemsOf(["computer-not-found"], (reply) => {
      reply.headers["Content-Type"] = "application/json";
      Object.assign(reply, { status: 200, body: null });
    }),
    "unknown-id-is-500": problemsOf(["computer-not-found"], (reply, problem) => {
      Object.assign(reply, {
        status: 500,
        body: { ...problem, type: "/problems/internal-error", status: 500 },
      });
    }),
    "unknown-id-lacks-body": problemsOf(["computer-not-found"], (reply) => {
      reply.body = undefined;
    }),
  }),
  ...breaking("Unauthenticated", {
    "unauthenticated-in-plain-text": texts((status) => status === 401),
  }),
  ...breaking("errors#5", {
    "wrong-method-in-plain-text": texts((status) => status === 405),
  }),
  ...breaking("errors#3", {
    "limit-lacks-retry-after": limitsUpdates(() => new ProblemError("rate-limited")),
  }),
  ...breaking("Retry-After#1", {
    "retry-after-is-a-date": limitsUpdates(() => {
      const retryAfter = new Date(Date.now() + 1000).toUTCString();
      return new ProblemError("rate-limited", { headers: { "Retry-After": retryAfter } });
    }),
  }),
  ...breaking("RateLimited", {
    "rate-limited-as-text": (right) => ({
      ...limitsUpdates(overLimit)(right),
      async refuse(exchange, problem) {
        const reply = await right.refuse(exchange, problem);
        if (problem.kind !== "rate-limited") return reply;
        return { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain" }, body: "Slow down" };
      },
    }),
    "limit-is-403": limitsUpdates(() => new ProblemError("rate-limited", { status: 403 })),
    "limit-is-500": limitsUpdates(() => new ProblemError("internal-error")),
  }),
};
