import type { ComputeHostError } from "../errors/errors.ts";

/** The options of a query have no signal, because its library has one. */
export interface WithoutSignal {
  readonly signal?: undefined;
}

/**
 * Never retries, because the client has done so already: a library that retries as well would multiply requests. The type of its
 * argument tells TanStack Query what errors there are.
 */
export type NoRetry = (failureCount: number, error: ComputeHostError) => false;

/** A read, as TanStack Query and similar libraries take it. */
export interface Query<Data> {
  /** `"compute-host"`, the resource, the method, its path arguments, and one object with the parameters that are set, if any are. */
  readonly queryKey: readonly unknown[];
  /** Calls the method; the signal aborts the call. */
  readonly queryFn: (context?: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
  readonly retry: NoRetry;
}

/** A write, as TanStack Query takes it: a query would repeat it, for example when its window gets the focus. */
export interface Mutation<Data, Body> {
  /** The same as of a query; the body is no part of it. */
  readonly mutationKey: readonly unknown[];
  /** Calls the method, with the body if it requires one; an optional body is an option. */
  readonly mutationFn: (body: Body) => Promise<Data>;
  readonly retry: NoRetry;
}

/** How a method is called: how many parts of the path and how many bodies it requires, and its parameters among the options. */
export type MethodShape = readonly [
  kind: "query" | "mutation",
  path: number,
  bodies: 0 | 1,
  ...params: readonly string[],
];

/** How each method is called. */
export type MethodShapes<Queries> = {
  readonly [Resource in keyof Queries]: { readonly [Method in keyof Queries[Resource]]: MethodShape };
};
