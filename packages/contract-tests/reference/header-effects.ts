import type { Reply } from "./exchange.ts";
import type { ReplyEffect } from "./reply-effect.ts";
import type { Effects } from "./switched.ts";

type List = { computers?: unknown[] };

const isList = (reply: Reply) =>
  reply.status === 200 && Array.isArray((reply.body as List | null)?.computers);
const connectionIds = new WeakMap<object, string>();

/** The effects of bugs on a success: its status, its headers, the list's shape. */
export const headerEffects: Effects<ReplyEffect> = {
  "list-is-a-bare-array": (reply) => {
    if (isList(reply)) reply.body = (reply.body as List).computers;
  },
  "empty-list-is-null": (reply) => {
    if (isList(reply) && (reply.body as List).computers?.length === 0) reply.body = { computers: null };
  },
  "empty-list-is-204": (reply) => {
    if (!isList(reply) || (reply.body as List).computers?.length !== 0) return;
    reply.status = 204;
    reply.body = undefined;
  },
  "update-is-202": (reply, { exchange }) => {
    if (exchange.operation === "updateComputer" && reply.status === 200) reply.status = 202;
  },
  "update-is-204": (reply, { exchange }) => {
    if (exchange.operation !== "updateComputer" || reply.status !== 200) return;
    reply.status = 204;
    reply.body = undefined;
  },
  "retry-is-200": (reply, { exchange }) => {
    if (exchange.operation === "retryInstallDeps" && reply.status === 202) reply.status = 200;
  },
  "retry-lacks-body": (reply, { exchange }) => {
    if (exchange.operation === "retryInstallDeps" && reply.status === 202) reply.body = undefined;
  },
  "head-always-200": (reply, { exchange }) => {
    if (exchange.method === "HEAD") reply.status = 200;
  },
  "head-is-204": (reply, { exchange }) => {
    if (exchange.method === "HEAD" && reply.status === 200) reply.status = 204;
  },
  "head-lacks-content-type": (reply, { exchange }) => {
    if (exchange.method === "HEAD") delete reply.headers["Content-Type"];
  },
  "head-lacks-request-id": (reply, { exchange }) => {
    if (exchange.method === "HEAD") delete reply.headers["X-Request-Id"];
  },
  "content-type-missing": (reply) => {
    if (reply.status < 400) delete reply.headers["Content-Type"];
  },
  "content-type-is-text": (reply) => {
    if (reply.status < 400) reply.headers["Content-Type"] = "text/plain; charset=utf-8";
  },
  "request-id-missing": (reply) => {
    delete reply.headers["X-Request-Id"];
  },
  "request-id-missing-on-success": (reply) => {
    if (reply.status < 400) delete reply.headers["X-Request-Id"];
  },
  "request-id-missing-on-401": (reply) => {
    if (reply.status === 401) delete reply.headers["X-Request-Id"];
  },
  "request-id-missing-on-unknown-path": (reply, { exchange }) => {
    if (!exchange.route) delete reply.headers["X-Request-Id"];
  },
  "request-id-constant": (reply) => setRequestId(reply, "00000000-0000-0000-0000-000000000000"),
  "request-id-per-connection": (reply, { exchange }) => {
    const { socket } = exchange.request;
    const id = connectionIds.get(socket) ?? exchange.requestId;
    connectionIds.set(socket, id);
    setRequestId(reply, id);
  },
};

function setRequestId(reply: Reply, id: string): void {
  reply.headers["X-Request-Id"] = id;
  const body = reply.body as { requestId?: string } | null | undefined;
  if (body && typeof body === "object" && body.requestId !== undefined) body.requestId = id;
}
