import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import createReactQuery from "openapi-react-query";
import { createElement, type ReactElement } from "react";
import { createQueryHook } from "swr-openapi";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../src/openapi-fetch/openapi-fetch.ts";
import { at, computer, json, computerPath as path, problem, startServer } from "./misbehaving-server.ts";
import { renderUntil, stubReact } from "./render-until.ts";

beforeAll(stubReact);
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A service that responds with 401, then with 503 and `Retry-After`, and then normally. */
const startService = () =>
  startServer((response, { url, headers }, index) => {
    if (headers.authorization !== "Bearer fresh") problem(response, 401);
    else if (index < 2) problem(response, 503, { "retry-after": "0" });
    else if (url.endsWith("/missing")) problem(response, 404);
    else json(response, 200, computer);
  });

const token = ({ refresh }: { refresh: boolean }) => (refresh ? "fresh" : "stale");

test("openapi-react-query: queries and their errors go through the client", async () => {
  const { baseUrl, received } = await startService();
  const query = createReactQuery(createClient({ baseUrl, token }));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const provide = (inner: ReactElement) => createElement(QueryClientProvider, { client: queries }, inner);
  const show = (id: string) => () => {
    const { data, error } = query.useQuery("get", path, at(id));
    return data?.name ?? error?.title ?? "loading";
  };
  await renderUntil(show("cmp_1"), ["build-box"], provide);
  await renderUntil(show("missing"), ["Problem 404"], provide);
  expect(received.slice(0, 3).map(({ headers }) => headers.authorization)).toEqual([
    "Bearer stale",
    "Bearer fresh",
    "Bearer fresh",
  ]);
});

test("swr-openapi: data and errors", async () => {
  const { baseUrl } = await startService();
  const useQuery = createQueryHook(createClient({ baseUrl, token }), "compute-host");
  const show = (id: string) => () => {
    const { data, error } = useQuery(path, at(id), { shouldRetryOnError: false });
    return data?.name ?? (error as { title?: string } | undefined)?.title ?? "loading";
  };
  await renderUntil(show("cmp_1"), ["build-box"]);
  await renderUntil(show("missing"), ["Problem 404"]);
});
