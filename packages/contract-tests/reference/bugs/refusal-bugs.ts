import { type Acts, by, type Json, type Tables } from "../acts.ts";
import { fail, type ProblemKind } from "../problems.ts";

type ProblemAct = Acts["problem"];

/** Gives problems of several kinds one type. */
const sharesType =
  (kinds: readonly ProblemKind[]): ProblemAct =>
  ({ type }) =>
    kinds.some((kind) => type === `/problems/${kind}`) && {
      type: "/problems/conflict",
      title: "Conflict",
    };

/** Changes the violations of a problem. */
const violations =
  (change: (violation: Json) => unknown): ProblemAct =>
  ({ errors }) =>
    Array.isArray(errors) && { errors: errors.map(change) };

const inASecond = { headers: { "Retry-After": "1" } };

/** Refuses the third and later updates of a second. */
const limited =
  (details: Parameters<typeof fail>[1]): Acts["limit"] =>
  (_none, { operation, memory }) => {
    const second = Math.floor(Date.now() / 1_000);
    const isOver = operation === "updateComputer" && memory.count(`updates ${second}`) > 2;
    return isOver ? fail("rate-limited", details) : undefined;
  };

/** Fails after every third change. */
const failsWhenDone =
  (wanted: string, kind: ProblemKind = "unavailable"): Acts["done"] =>
  (record, { operation, memory }) =>
    operation === wanted && memory.count("done") % 3 === 0
      ? fail(kind, { headers: { "Retry-After": "0" } })
      : record;

const afterKind =
  (wanted: string, only: string): Acts["applied"] =>
  (is, kind, { operation }) =>
    is || (kind === wanted && operation === only);

/** Bugs in how requests are refused, and in what refused requests do, each with the rule that it breaks. */
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
    "problem-lacks-request-id": by("errors#2", () => ({ requestId: undefined })),
    "problem-request-id-differs": by("errors#2", () => ({ requestId: crypto.randomUUID() })),
    "problem-status-differs": by("Problem", () => ({ status: 500 })),
    "problem-title-varies": by("Problem", ({ title }, { path }) => ({ title: `${title}: ${path}` })),
    "problem-instance-is-constant": by("Problem", () => ({ instance: "/api/v0" })),
    "update-conflicts-share-type": by(
      "Problem.type#1",
      sharesType(["name-taken", "host-already-set", "host-taken"]),
    ),
    "retry-conflicts-share-type": by(
      "Problem.type#1",
      sharesType(["install-session-running", "earlier-step-not-completed", "no-install-deps-step"]),
    ),
    "update-errors-missing": by(
      "InvalidUpdate#1",
      (_problem, { operation }) => operation === "updateComputer" && { errors: undefined },
    ),
    "query-errors-missing": by(
      "InvalidQuery#1",
      (_problem, { operation }) => operation === "listComputers" && { errors: undefined },
    ),
    "errors-name-first-only": by(
      "InvalidUpdate#1",
      ({ errors }) => Array.isArray(errors) && { errors: errors.slice(0, 1) },
    ),
    "pointers-unescaped": by(
      "InvalidUpdate#1",
      violations(({ pointer, ...one }) => ({
        ...one,
        pointer: pointer && String(pointer).replaceAll("~1", "/").replaceAll("~0", "~"),
      })),
    ),
    "violation-names-two-places": by(
      "Violation",
      violations((one) => ({ pointer: "/x", parameter: "x", ...one })),
    ),
    "revoked-token-told-apart": by(
      "Unauthenticated#1",
      (_problem, { reason }) => reason === "revoked" && { detail: "The token is revoked." },
    ),
    "expired-token-told-apart": by(
      "Unauthenticated#1",
      (_problem, { reason }) => reason === "expired" && { detail: "The token is expired." },
    ),
    "foreign-record-told-apart": by(
      "ComputerNotFound#1",
      (_problem, { isForeign }) => isForeign && { detail: "This computer is another owner's." },
    ),
  },
} as const satisfies Tables;
