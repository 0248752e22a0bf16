import type { IncomingMessage } from "node:http";
import type { Changes } from "./computer.ts";
import type { Principal } from "./credentials.ts";

/** The interface's operations. */
export type Operation = "listComputers" | "getComputer" | "updateComputer" | "retryInstallDeps";

/** A path of the interface, with the methods that it supports. */
export interface Route {
  readonly operations: Readonly<Partial<Record<string, Operation>>>;
  /** Absent on the list. */
  readonly computerId: string | undefined;
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
  route?: Route;
  operation?: Operation;
  principal?: Principal;
  body?: Buffer;
  changes?: Changes;
  filter?: ListFilter;
}

/** A response before it is written; the body is a JSON value. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Splits the request target into path and query; reduces an absolute form to them. */
export function splitTarget(target: string): { readonly rawPath: string; readonly search: string } {
  const local = target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  if (mark < 0) return { rawPath: local || "/", search: "" };
  return { rawPath: local.slice(0, mark) || "/", search: local.slice(mark + 1) };
}
