import type { ComputeHostError } from "./errors.ts";
import type { CallOptions } from "./options.ts";

/** Options of a query; its library has the signal. */
export interface QueryCallOptions extends Omit<CallOptions, "signal"> {}

/**
 * Never retries, because the client has done so already: a library that retries as well would multiply requests. The type of its
 * argument tells TanStack Query what errors there are.
 */
export type NoRetry = (failureCount: number, error: ComputeHostError) => false;

/** A read, as TanStack Query and similar libraries take it. */
export interface Query<Data> {
  /** `"compute-host"`, the resource, the method and its arguments, without the options. */
  readonly queryKey: readonly unknown[];
  /** Calls the method; the signal aborts the call. */
  readonly queryFn: (context?: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
  readonly retry: NoRetry;
}

/** A write, as TanStack Query takes it: a query would repeat it, for example when its window gets the focus. */
export interface Mutation<Data, Body> {
  /** `"compute-host"`, the resource, the method and its arguments, without the body and the options. */
  readonly mutationKey: readonly unknown[];
  /** Calls the method with a body, if it takes one. */
  readonly mutationFn: (body: Body) => Promise<Data>;
  readonly retry: NoRetry;
}

/** How a method is called: the number of its arguments before the options, without the body, and the index of that. */
export type MethodShape = readonly [kind: "query" | "mutation", count: number, bodyIndex?: number];

/** How each method is called. */
export type MethodShapes<Queries> = {
  readonly [Resource in keyof Queries]: { readonly [Method in keyof Queries[Resource]]: MethodShape };
};
