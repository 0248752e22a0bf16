/**
 * The operations as plain objects for TanStack Query and similar libraries.
 *
 * @packageDocumentation
 */
import type { ComputeHostClient } from "../client.ts";
import { assertArgument, isObject } from "../errors/arguments.ts";
import { methodShapes, type OperationQueries } from "./queries.gen.ts";
import type { MethodShape } from "./query.ts";

export type { OperationQueries } from "./queries.gen.ts";
export type { Mutation, NoRetry, Query, WithoutSignal } from "./query.ts";

/**
 * Creates a plain `{ queryKey, queryFn, retry }` for each operation that reads, and a plain
 * `{ mutationKey, mutationFn, retry }` for each that writes. Errors are `ComputeHostError`s, after the retries of
 * the client. Two clients have the same keys, so give each tenant its own `QueryClient`.
 *
 * @param client from either entry point
 * @throws InvalidArgumentError if it is something else
 * @example
 * import { createQueries } from "@compute-host/client/queries";
 * import { useMutation, useQuery } from "@tanstack/react-query";
 * const queries = createQueries(client);
 * const { data, error } = useQuery(queries.computers.get("cmp_01k9x7q2m4"));
 * const { mutate } = useMutation(queries.computers.update("cmp_01k9x7q2m4"));
 */
export function createQueries(client: ComputeHostClient): OperationQueries {
  const perResource = Object.entries(methodShapes).map(([resource, methods]) => {
    const own = Object(client)[resource];
    assertArgument(isObject(own), "client", "a client", client);
    const perMethod = Object.entries(methods).map(([method, shape]) => [
      method,
      createQuery(own as never, ["compute-host", resource, method], shape),
    ]);
    return [resource, Object.fromEntries(perMethod)];
  });
  return Object.fromEntries(perResource) as OperationQueries;
}

function createQuery(
  methods: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>,
  name: readonly [string, string, method: string],
  { kind, pathParameters, takesBody, parameters }: MethodShape,
) {
  return (...given: readonly unknown[]) => {
    const args = given.slice(0, pathParameters);
    const [options = {}] = given.slice(pathParameters);
    assertArgument(isObject(options), "options", "an object", options);
    const values = parameters
      .filter((param) => options[param] !== undefined)
      .map((param) => [param, options[param]]);
    return {
      [`${kind}Key`]: [...name, ...args, ...(values[0] ? [Object.fromEntries(values)] : [])],
      // Called with the context of a query, or the body of a mutation.
      [`${kind}Fn`]: (sent?: { readonly signal?: AbortSignal }) =>
        methods[name[2]]?.(
          ...args,
          ...(takesBody ? [sent] : []),
          kind === "query" ? { ...options, signal: sent?.signal } : options,
        ),
      // The client has already retried.
      retry: () => false,
    };
  };
}
