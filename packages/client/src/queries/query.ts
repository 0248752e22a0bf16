import type { ComputeHostError } from "../errors/errors.ts";

/** The options of a query have no signal, because its library passes one. */
export interface WithoutSignal {
  readonly signal?: undefined;
}

/**
 * Never retries, because the client already has: a library that retries as well would multiply requests. The
 * type of its argument tells TanStack Query the type of the errors.
 */
export type NoRetry = (failureCount: number, error: ComputeHostError) => false;

/** A read, as TanStack Query and similar libraries take it. */
export interface Query<Data> {
  /**
   * `"compute-host"`, the resource, the method, its path arguments, and an object with the parameters that
   * are set, if any.
   */
  readonly queryKey: readonly unknown[];
  /** Calls the method; the signal aborts the call. */
  readonly queryFn: (context?: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
  readonly retry: NoRetry;
}

/** A write, as TanStack Query takes it: a query would repeat it, for example when its window gets the focus. */
export interface Mutation<Data, Body> {
  /** Like the key of a query; the body is not part of it. */
  readonly mutationKey: readonly unknown[];
  /** Calls the method, with the body if it requires one; an optional body is an option. */
  readonly mutationFn: (body: Body) => Promise<Data>;
  readonly retry: NoRetry;
}

/** How a method is called. */
export interface MethodShape {
  readonly kind: "query" | "mutation";
  /** How many path parameters come first. */
  readonly pathParameters: number;
  /** Whether the body, which it requires, comes before the options. */
  readonly takesBody: boolean;
  /** Which of its options are parameters. */
  readonly parameters: readonly string[];
}

/** How each method is called. */
export type MethodShapes<Queries> = {
  readonly [Resource in keyof Queries]: { readonly [Method in keyof Queries[Resource]]: MethodShape };
};
