import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import createReactQuery from "openapi-react-query";
import { createElement, type ReactElement, type ReactNode } from "react";
import { act, create, type ReactTestRenderer } from "react-test-renderer";
import { createQueryHook } from "swr-openapi";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { at, computer, json, computerPath as path, problem, startServer } from "../misbehaving-server.ts";

beforeAll(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // React warns that its test renderer is deprecated.
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Renders a component, in what it needs around it, until it shows a text. */
async function renderUntil(
  component: () => ReactNode,
  text: string,
  wrap: (inner: ReactElement) => ReactElement = (inner) => inner,
): Promise<void> {
  let rendered: ReactTestRenderer | undefined;
  await act(async () => {
    rendered = create(wrap(createElement(component)));
  });
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(rendered?.toJSON()).toBe(text);
  }, 60_000);
  await act(async () => rendered?.unmount());
}

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
  await renderUntil(show("cmp_1"), "build-box", provide);
  await renderUntil(show("missing"), "Problem 404", provide);
  const sent = received.map(({ headers }) => headers.authorization);
  expect(sent.slice(0, 3)).toEqual(["Bearer stale", "Bearer fresh", "Bearer fresh"]);
});

test("swr-openapi: data and errors", async () => {
  const { baseUrl } = await startService();
  const useQuery = createQueryHook(createClient({ baseUrl, token }), "compute-host");
  const show = (id: string) => () => {
    const { data, error } = useQuery(path, at(id), { shouldRetryOnError: false });
    return data?.name ?? (error as { title?: string } | undefined)?.title ?? "loading";
  };
  await renderUntil(show("cmp_1"), "build-box");
  await renderUntil(show("missing"), "Problem 404");
});
