/**
 * The operations as plain objects for TanStack Query and similar libraries.
 *
 * @packageDocumentation
 */
import type { ComputeHostClient } from "./client.ts";
import { type ClientQueries, shapes } from "./client-queries.ts";
import type { MethodShape } from "./query.ts";

export type { ClientQueries } from "./client-queries.ts";
export type { OperationQueries } from "./queries.gen.ts";
export type { Mutation, NoRetry, Query, QueryCallOptions } from "./query.ts";

/**
 * Makes a plain `{ queryKey, queryFn, retry }` for each operation that reads and for `waitUntilSettled`, and a plain
 * `{ mutationKey, mutationFn, retry }` for each that writes. An error is a `ComputeHostError`, after the retries of the client.
 * Two clients have the same keys: give each tenant a `QueryClient` of its own.
 *
 * @param client of either entry
 * @example
 * import { useMutation, useQuery } from "@tanstack/react-query";
 * const queries = createQueries(client);
 * const { data, error } = useQuery(queries.computers.get("cmp_01k9x7q2m4"));
 * const { mutate } = useMutation(queries.computers.update("cmp_01k9x7q2m4"));
 */
export function createQueries(client: ComputeHostClient): ClientQueries {
  const perResource = Object.entries(shapes).map(([resource, methods]) => {
    const perMethod = Object.entries(methods).map(([method, shape]) => [
      method,
      createQuery(client[resource as keyof ComputeHostClient], ["compute-host", resource, method], shape),
    ]);
    return [resource, Object.fromEntries(perMethod)];
  });
  return Object.fromEntries(perResource);
}

function createQuery(methods: object, name: readonly string[], [kind, count, bodyIndex]: MethodShape) {
  return (...given: unknown[]) => {
    const args = given.slice(0, count);
    const key = [...name, ...args];
    const call = (last: object, body?: unknown): unknown => {
      const all = Array.from({ length: count }, (_, index) => args[index]);
      if (bodyIndex !== undefined) all.splice(bodyIndex, 0, body);
      return (methods as Record<string, (...all: unknown[]) => unknown>)[`${name[2]}`]?.(...all, last);
    };
    const options = given[count] as object;
    const retry = () => false;
    return kind === "query"
      ? { queryKey: key, queryFn: ({ signal }: RequestInit = {}) => call({ ...options, signal }), retry }
      : { mutationKey: key, mutationFn: (body: unknown) => call({ ...options }, body), retry };
  };
}
