import { createSchemaReader } from "@compute-host/core";
import { apiOf } from "@compute-host/openapi";
import { operationEntries } from "@compute-host/openapi/core-operations-source";
import { tourDescription } from "@compute-host/openapi/tour";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpServer, type HttpServerOptions } from "../../src/http/http-server.ts";
import { silentLogger } from "../../src/observability/logger.ts";
import { resolveNode, type SpecDocument } from "../../src/openapi/spec-document.ts";
import { expectProblem } from "./expect-problem.ts";

const failures: unknown[] = [];
let origin: string;
let close: () => Promise<void>;

interface Call {
  readonly ownerId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly name?: string };
}

/** What `getLevel` returns. */
let shown: unknown;

/** Handlers that mostly return what they get. */
const handlers: Readonly<Record<string, (call: Call) => unknown>> = {
  listVolumes: ({ ownerId, query, headers }) => JSON.stringify([ownerId, query.limit, headers["X-Tenant"]]),
  createVolume: ({ body }) => ({ status: 201, headers: { Location: `/${body.name}` }, body }),
  replaceVolume: ({ body }) => ({
    status: body.name === "new" ? 201 : 200,
    headers: { ETag: '"a"' },
    body,
  }),
  getOld: () => ({ status: 204, headers: { "X-Total-Count": 3, "X-Is-New": true } }),
  getLevel: () => shown,
};

beforeAll(async () => {
  const tour = apiOf(await tourDescription());
  const readSchema = createSchemaReader((reference) =>
    resolveNode(tour.document as SpecDocument, reference.slice(1)),
  );
  const operations = operationEntries(tour, readSchema) as unknown as NonNullable<
    HttpServerOptions["operations"]
  >;
  const authenticator = {
    authenticate: (credential: string) =>
      credential === "Bearer t" ? { ownerId: "ada", credentialId: "a" } : "it is another",
  };
  const logger = { ...silentLogger, error: ({ err }: { err?: unknown }) => failures.push(String(err)) };
  const others = tour.operations.map(({ operationId }) => [operationId, () => undefined] as const);
  const { http } = await createHttpServer({
    ...{ operations, authenticator, logger },
    handlers: { ...Object.fromEntries(others), ...handlers },
  });
  origin = await http.listen({ host: "127.0.0.1", port: 0 });
  close = () => http.close();
});
afterAll(() => close());

async function send(path: string, method = "GET", body?: object, fields: Record<string, string> = {}) {
  const response = await fetch(`${origin}/api/v0${path}`, {
    method,
    headers: { authorization: "Bearer t", "content-type": "application/json", ...fields },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: (text && JSON.parse(text)) as never };
}

describe("a reply", () => {
  const body = { name: "a", passphrase: "z" };
  test.each([
    ["POST", "/volumes", body, 201, { location: "/a" }],
    ["PUT", "/volumes/v1", body, 200, { etag: '"a"' }],
    ["PUT", "/volumes/v1", { ...body, name: "new" }, 201, { etag: '"a"' }],
    ["GET", "/old", undefined, 204, { "x-total-count": "3", "x-is-new": "true" }],
  ])(
    "to %s %s with %j has its status, header fields and body",
    async (method, path, sent, status, fields) => {
      const { headers, ...response } = await send(path, method, sent, { "if-match": "a" });
      expect([response.status, response.json]).toEqual([status, sent ?? ""]);
      for (const [name, value] of Object.entries(fields)) expect(headers.get(name)).toBe(value);
      expect(headers.get("content-type")).toBe(sent === undefined ? null : "application/json");
    },
  );

  test.each([
    ["a value that would split it", { status: 200, headers: { a: "b\r\nc: d" }, body: "{}" }],
    ["another length", { status: 200, headers: { "Content-Length": 1 }, body: "{}" }],
    ["no status", { status: 1000, body: "{}" }],
  ])("with %s is a 500 that the log explains", async (_name, reply) => {
    shown = reply;
    failures.length = 0;
    expectProblem(await send("/levels/1/a?isNew=true"), 500, "internal-error");
    expect(failures).toEqual([expect.stringMatching(/header|Header|status/)]);
  });
});

test("an operation without security needs no credentials", async () => {
  const noCredential = { authorization: "" };
  expect((await send("/public", "POST", {}, noCredential)).status).toBe(202);
  expect((await send("/volumes", "GET", undefined, noCredential)).status).toBe(401);
});

test("a body may be left out where the description says so", async () => {
  expect((await send("/public", "POST")).status).toBe(202);
  expectProblem(await send("/volumes", "POST"), 400, "malformed-json");
});
