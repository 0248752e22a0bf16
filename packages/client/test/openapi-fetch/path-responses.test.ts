import { QueryClient } from "@tanstack/react-query";
import createQueryHooks from "openapi-react-query";
import { expect, test } from "vitest";
import { isInvalidArgumentError, isInvalidResponseError } from "../../src/index.ts";
import { createClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { schemas } from "../../src/schemas/schemas.gen.ts";
import {
  at as atId,
  computer,
  json,
  computerPath as path,
  problem,
  startServer,
} from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

const at = atId("cmp_1");

/** A client with middleware, and one without. */
function bothClients(options: Parameters<typeof createClient>[0]) {
  const observed = createClient(options);
  observed.use({ onRequest: () => undefined });
  return [createClient(options), observed];
}

test.each([
  ["no body", 200, ""],
  ["the status 204", 204, ""],
  ["null", 200, "null"],
  ["a list", 200, "[]"],
  ["a string", 200, '"x"'],
])("a success with %s is not what the spec promises, by path as by method", async (_what, status, body) => {
  const { baseUrl } = await startServer((response) => response.writeHead(status).end(body));
  for (const api of bothClients({ baseUrl, token: "key" })) {
    const error = await rejectionOf(api.GET(path, at));
    expect(isInvalidResponseError(error)).toBe(true);
    expect(error).toMatchObject({ status, operationId: "getComputer" });
  }
});

test("a success that is not read as JSON, or that the spec does not have, is returned as it is", async () => {
  const { baseUrl } = await startServer((response, { method }) =>
    method === "GET" ? response.end("<html>") : response.writeHead(204).end(),
  );
  for (const api of bothClients({ baseUrl, token: "key" })) {
    expect(await api.GET(path, { ...at, parseAs: "text" })).toMatchObject({ data: "<html>" });
    const { data, response } = await api.request("delete" as "get", path, at);
    expect([data, response.status]).toEqual([undefined, 204]);
  }
});

test("validate checks the bodies of calls by path", async () => {
  const { baseUrl, received } = await startServer((response) =>
    json(response, 200, { ...computer, name: 5 }),
  );
  for (const api of bothClients({ baseUrl, token: "key", validate: schemas })) {
    const refused = await rejectionOf(api.PATCH(path, { ...at, body: { name: "" } }));
    expect(isInvalidArgumentError(refused)).toBe(true);
    expect(refused.message).toBe("updateComputer: /name must have at least 1 character");
    const wrong = await rejectionOf(api.GET(path, at));
    expect(isInvalidResponseError(wrong)).toBe(true);
    expect(wrong.message).toContain("breaks the schema Computer: /name");
  }
  expect(received.map(({ method }) => method)).toEqual(["GET", "GET"]);
});

test("validate lets a path or a method that the spec does not have pass", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, ["anything"]));
  for (const api of bothClients({ baseUrl, token: "key", validate: schemas })) {
    for (const [method, other, init] of [
      ["get", "/internal", {}],
      ["put", path, at],
    ] as const)
      expect((await api.request(method as "get", other as typeof path, init as typeof at)).data).toEqual([
        "anything",
      ]);
  }
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(
    Array(2).fill(["GET /internal", "PUT /api/v0/computers/cmp_1"]).flat(),
  );
});

test.each([
  ["no body", 502, "", {}],
  ["a body of the length 0", 404, "", { "content-length": "0" }],
  ["null", 500, "null", {}],
])("an error status with %s has an error", async (_what, status, body, headers) => {
  const { baseUrl } = await startServer((response) => response.writeHead(status, headers).end(body));
  for (const api of bothClients({ baseUrl, token: "key", maxRetries: 0 })) {
    const { data, error, response } = await api.GET(path, at);
    expect([data, response.status, response.url]).toEqual([
      undefined,
      status,
      `${baseUrl}/api/v0/computers/cmp_1`,
    ]);
    const detail = `getComputer: ${status} without a body`;
    expect(error).toEqual({ type: "about:blank", title: "No body", status, detail });
    const query = createQueryHooks(api).queryOptions("get", path, at);
    expect(await rejectionOf(new QueryClient().fetchQuery({ ...query, retry: false }))).toMatchObject({
      status,
    });
  }
});

test.each([
  ["a proxy's HTML", "<html>Bearer key-of-the-test", "<html>[redacted]"],
  ["text", "no healthy upstream", "no healthy upstream"],
  ["a JSON string", '"x"', "x"],
  ["a JSON array", "[1]", "[1]"],
  ["a very long text", `x${"😀".repeat(20_000)}`, `x${"😀".repeat(1_999)}`],
])("an error status with %s has a problem document with its beginning", async (_what, body, detail) => {
  const { baseUrl } = await startServer((response) => response.writeHead(502).end(body));
  for (const api of bothClients({ baseUrl, token: "key-of-the-test", maxRetries: 0 })) {
    const { error } = await api.GET(path, at);
    expect(error).toEqual({ type: "about:blank", title: "No problem document", status: 502, detail });
  }
});

test("queries of openapi-react-query go through the client, which refreshes their token", async () => {
  const { baseUrl } = await startServer((response, { headers }) =>
    headers.authorization === "Bearer fresh" ? json(response, 200, computer) : problem(response, 401),
  );
  const token = ({ refresh }: { refresh: boolean }) => (refresh ? "fresh" : "stale");
  const query = createQueryHooks(createClient({ baseUrl, token })).queryOptions("get", path, at);
  expect(await new QueryClient().fetchQuery(query)).toEqual(computer);
});

test("an error status that middleware returns without a body has an error", async () => {
  const api = createClient({ baseUrl: "http://a", token: "key" });
  api.use({ onRequest: () => new Response(null, { status: 404 }) });
  expect((await api.GET(path, at)).error).toMatchObject({ type: "about:blank", status: 404 });
});

test("a 304, which has neither data nor an error, is thrown", async () => {
  const { baseUrl } = await startServer((response) => response.writeHead(304).end());
  for (const api of bothClients({ baseUrl, token: "key" })) {
    const call = api.GET(path, { ...at, headers: { "if-none-match": '"1"' } });
    expect(await rejectionOf(call)).toMatchObject({
      name: "ApiError",
      status: 304,
      message: expect.not.stringContaining("redirected"),
    });
  }
});

test.each(["@evil.example/", ".evil.example/", ":80@evil.example/", "", "api/v0/computers"])(
  "the path %j, which could name another host, is refused",
  async (given) => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({});
    };
    for (const api of bothClients({ baseUrl: "http://a", token: "key", fetch })) {
      expect(isInvalidArgumentError(await rejectionOf(api.GET(given as typeof path, at)))).toBe(true);
    }
    expect(urls).toEqual([]);
  },
);
