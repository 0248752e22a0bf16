import { type Acts, by, type Json, type Tables } from "../acts.ts";
import { Problem, type ProblemKind } from "../problems.ts";

type ProblemAct = Acts["problem"];

const without = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

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

/** Tells why credentials are refused. */
const told =
  (wanted: string, change: Json): ProblemAct =>
  (problem, { reason }) =>
    reason === wanted ? { ...problem, ...change } : problem;

const afterKind =
  (wanted: string, only: string): Acts["applied"] =>
  (is, kind, { operation }) =>
    is || (kind === wanted && operation === only);

/** Bugs in how a request is refused, and in what a refused one does, each with the rule that it breaks. */
export const refusalBugs = {
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
} as const satisfies Tables;
