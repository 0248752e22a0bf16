import { expect, test } from "vitest";
import { isConnectionError, isInvalidArgumentError, isTimeoutError } from "../src/index.ts";
import { createRawClient } from "../src/raw.ts";
import { computer, json, problem, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const path = "/api/v0/computers/{computerId}";
const at = (computerId: string) => ({ params: { path: { computerId } } });

test("sends with the same authentication and retries, and returns data", async () => {
  const { baseUrl, received } = await startServer((response, { headers }, index) =>
    headers.authorization !== "Bearer fresh"
      ? problem(response, 401)
      : index < 2
        ? problem(response, 503, { "retry-after": "0" })
        : json(response, 200, computer),
  );
  const raw = createRawClient({ baseUrl, token: ({ refresh }) => (refresh ? "fresh" : "stale") });
  const { data, response } = await raw.PATCH(path, { ...at("a/b"), body: { name: "x" } });
  expect(data).toEqual(computer);
  expect(response.headers.get("x-request-id")).toBe("req-1");
  expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual(
    Array(3).fill('PATCH /api/v0/computers/a%2Fb {"name":"x"}'),
  );
});

test("an error status is returned, not thrown", async () => {
  const { baseUrl } = await startServer((response) => problem(response, 404));
  const { error, data, response } = await createRawClient({ baseUrl, token: "key" }).GET(path, at("cmp_1"));
  expect([error?.title, data, response.status]).toEqual(["Problem 404", undefined, 404]);
});

test("query parameters, headers and other fetch options pass", async () => {
  let init: RequestInit = {};
  const fetch = async (_url: string, given: RequestInit) => {
    init = given;
    return Response.json({ computers: [] });
  };
  const raw = createRawClient({ baseUrl: "http://a", token: "key", fetch });
  const options = { headers: { "X-Trace": "1" }, cache: "no-store", next: { revalidate: 5 } } as const;
  const { data } = await raw.GET("/api/v0/computers", {
    params: { query: { includeProvisioningSteps: "true" } },
    ...options,
  });
  expect(data).toEqual({ computers: [] });
  expect(init).toMatchObject({
    cache: "no-store",
    next: { revalidate: 5 },
    headers: { "x-trace": "1", authorization: "Bearer key" },
  });
});

test("a broken connection, a timeout, an abort and a bad id reject as in the client", async () => {
  const { baseUrl } = await startServer((response, { method }) => method === "POST" && response.destroy());
  const raw = createRawClient({ baseUrl, token: "key" });
  expect(isConnectionError(await rejectionOf(raw.POST(`${path}/install-deps`, at("cmp_1"))))).toBe(true);
  const impatient = createRawClient({ baseUrl, token: "key", timeoutMs: 100 });
  expect(isTimeoutError(await rejectionOf(impatient.GET(path, at("cmp_1"))))).toBe(true);
  expect(await rejectionOf(raw.GET(path, { ...at("cmp_1"), signal: AbortSignal.abort("stop") }))).toBe(
    "stop",
  );
  expect(isInvalidArgumentError(await rejectionOf(raw.GET(path, at(".."))))).toBe(true);
  expect(isInvalidArgumentError(await rejectionOf(raw.GET(path, {} as never)))).toBe(true);
});

test("a response without a body is one", async () => {
  const { baseUrl } = await startServer((response) => response.writeHead(204).end());
  const { response, data } = await createRawClient({ baseUrl, token: "key" }).GET(path, at("cmp_1"));
  expect([response.status, data]).toEqual([204, undefined]);
});
