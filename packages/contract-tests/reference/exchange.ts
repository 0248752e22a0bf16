import type { IncomingMessage } from "node:http";
import type { Changes } from "./computer.ts";
import type { Principal } from "./credentials.ts";

/** The interface's operations. */
export type Operation = "listComputers" | "getComputer" | "updateComputer" | "retryInstallDeps";

/** The methods of a path, with their operations. */
export type Operations = Readonly<Record<string, Operation>>;

/** The paths of the interface. */
export type PathName = "list" | "computer" | "retry";

/** The purpose of looking up a record. */
export type Purpose = "get" | "head" | "update" | "empty update" | "retry";

/** The place of a record: a list, or the response of an operation. */
export type Place = "list" | "get" | "update" | "retry";

/** A record to be sent. */
export type Sent = Record<string, unknown> & { provisioningSteps?: Record<string, unknown>[] };

/** A name and a value of a query. */
export type Pair = readonly [name: string, value: string];

/** A path of the interface, with the methods that it supports. */
export interface Route {
  readonly operations: Operations;
  /** Absent on the list and on an unknown path. */
  readonly computerId?: string;
}

/** The filter of a list request. */
export interface ListFilter {
  readonly hostId: string | undefined;
  readonly withSteps: boolean;
}

/** A request with the results of its checks so far. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly rawPath: string;
  /** The query as sent, without the question mark. */
  readonly search: string;
  route: Route;
  operation: Operation | undefined;
  principal: Principal | undefined;
  body: Buffer | undefined;
  changes: Changes;
  filter: ListFilter;
}

/** A response before it is written; the body is a JSON value. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A response as it is written. */
export interface Encoded {
  readonly headers: Record<string, string>;
  readonly content: Buffer;
}

/** Begins the exchange of a request. */
export function exchangeOf(request: IncomingMessage, requestId: string): Exchange {
  // The absolute form of a target (RFC 9112, section 3.2.2) has the same path and query.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const [, rawPath, search = ""] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  return {
    ...{ request, requestId, method: request.method ?? "GET", rawPath: rawPath || "/", search },
    route: { operations: {} },
    ...{ operation: undefined, principal: undefined, body: undefined, changes: {} },
    filter: { hostId: undefined, withSteps: false },
  };
}
