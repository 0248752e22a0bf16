import { type UseQueryResult, useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import createReactQuery from "openapi-react-query";
import { expectTypeOf, test } from "vitest";
import {
  type ComputeHostError,
  type Computer,
  type ComputerUpdate,
  createClient,
  isConnectionError,
  type Problem,
} from "../../src/index.ts";
import {
  type Client,
  createClient as createOpenApiFetchClient,
  type ThrowingPaths,
} from "../../src/openapi-fetch/openapi-fetch.ts";
import { createQueries } from "../../src/queries/queries.ts";

const { computers } = createQueries(createClient({ baseUrl: "http://a", token: "key" }));

test("TanStack Query takes the types of data, errors and variables from a query and a mutation", () => {
  const query = computers.get("a");
  expectTypeOf(useQuery(query)).toEqualTypeOf<UseQueryResult<Computer, ComputeHostError>>();
  expectTypeOf(useQuery({ ...query, enabled: false }).error).toEqualTypeOf<ComputeHostError | null>();
  expectTypeOf(useSuspenseQuery(query).data).toEqualTypeOf<Computer>();
  const { data: count } = useQuery({ ...computers.list(), select: ({ computers }) => computers.length });
  expectTypeOf(count).toEqualTypeOf<number | undefined>();
  const { mutate, data, error } = useMutation(computers.update("a"));
  expectTypeOf(mutate).parameter(0).toEqualTypeOf<ComputerUpdate>();
  expectTypeOf(data).toEqualTypeOf<Computer | undefined>();
  expectTypeOf(error).toEqualTypeOf<ComputeHostError | null>();
  useMutation(computers.retryInstallDeps("a")).mutate();
});

test("openapi-react-query gets the true type of its errors", () => {
  const api = createOpenApiFetchClient({ baseUrl: "http://a", token: "key" });
  const query = createReactQuery(api as Client<ThrowingPaths>);
  const at = { params: { path: { computerId: "a" } } };
  const { error } = query.useQuery("get", "/api/v0/computers/{computerId}", at);
  if (error === null) return;
  // @ts-expect-error: not every error is a problem document
  error.title;
  if ("code" in error) expectTypeOf(error.code).toEqualTypeOf<string>();
  else expectTypeOf(error.title).toEqualTypeOf<Problem["title"]>();
  if (isConnectionError(error)) expectTypeOf(error.reason).toEqualTypeOf<string | undefined>();
});

test("what does not compile", () => {
  // @ts-expect-error: a misspelt option
  computers.get("a", { timeoutms: 5 });
  // @ts-expect-error: TanStack Query has the signal
  computers.get("a", { signal: new AbortController().signal });
  // @ts-expect-error: an ID is required
  computers.get();
});
