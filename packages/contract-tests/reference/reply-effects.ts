import type { Reply } from "./exchange.ts";
import { headerEffects } from "./header-effects.ts";
import type { ReplyEffect } from "./reply-effect.ts";
import type { Effects } from "./switched.ts";

type Document = Record<string, unknown>;
type Violations = Record<string, unknown>[];

const isProblem = (reply: Reply) => reply.status >= 400;
const documentOf = (reply: Reply) => (isProblem(reply) ? (reply.body as Document) : {});
const kindOf = (reply: Reply) => String(documentOf(reply).type ?? "").replace("/problems/", "");
const violationsOf = (reply: Reply) => (documentOf(reply).errors ?? []) as Violations;

/** Removes a member from every problem. */
const lacks =
  (member: string): ReplyEffect =>
  (reply) => {
    delete documentOf(reply)[member];
  };

/** Changes the status of the problems of some kinds. */
function restate(kinds: readonly string[], status: number): ReplyEffect {
  return (reply) => {
    if (!kinds.includes(kindOf(reply))) return;
    documentOf(reply).status = status;
    reply.status = status;
  };
}

const asText: ReplyEffect = (reply) => {
  reply.headers["Content-Type"] = "text/plain";
  reply.body = String(documentOf(reply).title);
};

const problemEffects: Effects<ReplyEffect> = {
  "problem-lacks-type": lacks("type"),
  "problem-lacks-status": lacks("status"),
  "problem-lacks-instance": lacks("instance"),
  "problem-lacks-request-id": lacks("requestId"),
  "errors-missing": lacks("errors"),
  "problem-status-differs": (reply) => {
    if (isProblem(reply)) documentOf(reply).status = 500;
  },
  "problem-status-is-text": (reply) => {
    if (isProblem(reply)) documentOf(reply).status = String(reply.status);
  },
  "problem-request-id-differs": (reply) => {
    if (isProblem(reply)) documentOf(reply).requestId = crypto.randomUUID();
  },
  "problem-title-varies": (reply, { exchange }) => {
    if (isProblem(reply)) documentOf(reply).title = `${documentOf(reply).title}: ${exchange.rawPath}`;
  },
  "problem-instance-is-constant": (reply) => {
    if (isProblem(reply)) documentOf(reply).instance = "/api/v0";
  },
  "update-conflicts-share-type": (reply) => {
    const kinds = ["name-taken", "host-already-set", "host-taken"];
    if (kinds.includes(kindOf(reply))) documentOf(reply).type = "/problems/conflict";
  },
  "retry-conflicts-share-type": (reply, { exchange }) => {
    const isRetry = exchange.operation === "retryInstallDeps" && reply.status === 409;
    if (isRetry) documentOf(reply).type = "/problems/conflict";
  },
  "errors-name-first-only": (reply) => {
    violationsOf(reply).splice(1);
  },
  "pointers-lack-slash": (reply) => {
    for (const violation of violationsOf(reply)) violation.pointer = String(violation.pointer ?? "").slice(1);
  },
  "pointers-unescaped": (reply) => {
    for (const violation of violationsOf(reply)) {
      if (violation.pointer)
        violation.pointer = String(violation.pointer).replaceAll("~1", "/").replaceAll("~0", "~");
    }
  },
  "pointers-are-json-paths": (reply) => {
    for (const violation of violationsOf(reply)) {
      if (violation.pointer) violation.pointer = `$.${String(violation.pointer).slice(1)}`;
    }
  },
  "unknown-property-points-to-root": (reply) => {
    for (const violation of violationsOf(reply)) {
      if (violation.message === "is not a known property") violation.pointer = "";
    }
  },
  "violations-lack-message": (reply) => {
    for (const violation of violationsOf(reply)) delete violation.message;
  },
  "violations-lack-parameter": (reply) => {
    for (const violation of violationsOf(reply)) delete violation.parameter;
  },
  "violations-are-text": (reply) => {
    const errors = violationsOf(reply).map(({ message }) => message);
    if (errors.length > 0) documentOf(reply).errors = errors;
  },
  "update-errors-missing": (reply, { exchange }) => {
    if (exchange.operation === "updateComputer") delete documentOf(reply).errors;
  },
  "query-errors-missing": (reply, { exchange }) => {
    if (exchange.operation === "listComputers") delete documentOf(reply).errors;
  },
};

const statusEffects: Effects<ReplyEffect> = {
  "invalid-body-is-422": (reply, view) => {
    if (view.exchange.operation === "updateComputer") restate(["invalid-request"], 422)(reply, view);
  },
  "invalid-query-is-422": (reply, view) => {
    if (view.exchange.operation === "listComputers") restate(["invalid-request"], 422)(reply, view);
  },
  "conflict-is-400": restate(["name-taken", "host-taken"], 400),
  "host-conflict-is-422": restate(["host-already-set"], 422),
  "wrong-media-type-is-400": restate(["unsupported-media-type"], 400),
  "unknown-id-is-200": (reply) => {
    if (kindOf(reply) !== "computer-not-found") return;
    reply.status = 200;
    reply.headers["Content-Type"] = "application/json";
    reply.body = null;
  },
  "unknown-path-is-200": (reply) => {
    if (kindOf(reply) !== "path-not-found") return;
    reply.status = 200;
    reply.headers["Content-Type"] = "text/html";
    reply.body = "<!doctype html><title>Compute</title>";
  },
};

const formEffects: Effects<ReplyEffect> = {
  "problem-as-json": (reply) => {
    if (isProblem(reply)) reply.headers["Content-Type"] = "application/json";
  },
  "problem-as-text": (reply, view) => {
    if (isProblem(reply)) asText(reply, view);
  },
  "problem-in-an-envelope": (reply) => {
    if (isProblem(reply)) reply.body = { error: reply.body };
  },
  "unknown-id-lacks-body": (reply) => {
    if (kindOf(reply) === "computer-not-found") reply.body = undefined;
  },
  "unknown-path-is-html": (reply) => {
    if (kindOf(reply) !== "path-not-found") return;
    reply.headers["Content-Type"] = "text/html";
    reply.body = "<h1>Not Found</h1>";
  },
  "unauthenticated-in-plain-text": (reply, view) => {
    if (reply.status === 401) asText(reply, view);
  },
  "wrong-method-in-plain-text": (reply, view) => {
    if (reply.status === 405) asText(reply, view);
  },
};

/** The effects of bugs on a reply before it is written. */
export const replyEffects: Effects<ReplyEffect> = {
  ...problemEffects,
  ...statusEffects,
  ...formEffects,
  ...headerEffects,
};
