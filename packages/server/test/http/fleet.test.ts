import { serverOperations } from "@compute-host/openapi/server-operations-source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServedDescription, serveDescription } from "../../src/http/http-server.ts";
import { silentLogger } from "../../src/observability/logger.ts";
import type { SpecDocument } from "../../src/openapi/spec-document.ts";
import { expectProblem } from "./expect-problem.ts";
import { fleet } from "./fleet.ts";

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

/** What `getShip` returns. */
let shown: unknown;

/** Handlers that mostly return what they get. */
const handlers: Readonly<Record<string, (call: Call) => unknown>> = {
  listShips: ({ ownerId, query, headers }) => ({
    status: 200,
    headers: { "X-Total-Count": 1, ...(query.flag !== undefined && { ETag: query.flag }) },
    body: [{ name: `${ownerId} ${query.limit} ${headers["X-Sort"]}` }],
  }),
  createShip({ body }) {
    if (body.name === "bounty") return { status: 202 };
    if (body.name === "ark") return { status: 402, body: { berths: 2 } };
    return { status: 201, headers: { Location: `/ships/${body.name}` }, body };
  },
  getShip: () => shown,
  replaceShip: () => undefined,
  getHealth: () => undefined,
};

beforeAll(async () => {
  const operations = serverOperations(fleet) as ServedDescription["operations"];
  const authenticator = {
    authenticate: (credential: string) =>
      credential === "Bearer t" ? { ownerId: "ada", credentialId: "a" } : undefined,
  };
  const logger = { ...silentLogger, error: ({ err }: { err?: unknown }) => failures.push(String(err)) };
  const served = { operations, description: fleet.document as SpecDocument, handlers, authenticator };
  const { http } = await serveDescription(served, { logger });
  origin = await http.listen({ host: "127.0.0.1", port: 0 });
  close = () => http.close();
});
afterAll(() => close());

async function send(path: string, method = "GET", body?: object, fields: Record<string, string> = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: "Bearer t", "content-type": "application/json", ...fields },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: (text && JSON.parse(text)) as never };
}

describe("a reply", () => {
  test.each([
    ["argo", 201, "/ships/argo", { name: "argo", flag: "none" }],
    ["bounty", 202, null, ""],
    ["ark", 402, null, { berths: 2 }],
  ])("to %s has its status, header fields and body", async (name, status, location, body) => {
    const { headers, ...response } = await send("/ships", "POST", { name });
    expect([response.status, response.json, headers.get("location")]).toEqual([status, body, location]);
    expect(headers.get("content-type")).toBe(body === "" ? null : "application/json");
  });

  test.each([
    ["a value that would split it", { status: 200, headers: { a: "b\r\nc: d" }, body: "{}" }],
    ["another length", { status: 200, headers: { "Content-Length": 1 }, body: "{}" }],
    ["no status", { status: 1000, body: "{}" }],
  ])("with %s is a 500 that the log explains", async (_name, reply) => {
    shown = reply;
    failures.length = 0;
    expectProblem(await send("/ships/1"), 500, "internal-error");
    expect(failures).toEqual([expect.stringMatching(/header|Header|status/)]);
  });
});

test("parameters that are left out have their defaults", async () => {
  const { json, headers } = await send("/ships");
  expect([json, headers.get("x-total-count"), headers.get("etag")]).toEqual([
    [{ name: "ada 20 name" }],
    "1",
    null,
  ]);
  const other = await send("/ships?limit=3&flag=f", "GET", undefined, { "x-sort": "age" });
  expect([other.json, other.headers.get("etag")]).toEqual([[{ name: "ada 3 age" }], "f"]);
});

test("an operation without security needs no credentials", async () => {
  const noCredential = { authorization: "" };
  expect((await send("/health", "GET", undefined, noCredential)).status).toBe(204);
  expect((await send("/ships", "GET", undefined, noCredential)).status).toBe(401);
});

test("a body may be left out where the description says so", async () => {
  expect((await send("/ships/1", "PUT")).status).toBe(204);
  expectProblem(await send("/ships", "POST"), 400, "malformed-json");
});

describe("a read-only property", () => {
  test.each([
    ["in an object", { id: "a", name: "b" }, ["/id"]],
    ["in a closed object", { seal: { color: "red", number: 7 } }, ["/seal/number"]],
    ["in an item", { boats: [{}, { id: null }] }, ["/boats/1/id"]],
    [
      "in a map",
      { byPort: { a: { id: "a" }, b: { seal: { number: 7 } } } },
      ["/byPort/a/id", "/byPort/b/seal/number"],
    ],
  ])("%s is refused at its place", async (_place, body, pointers) => {
    const { errors } = expectProblem(await send("/ships", "POST", body), 400, "invalid-request");
    expect(errors).toEqual(pointers.map((pointer) => ({ pointer, message: "is read-only" })));
  });

  test("is not asked for, even if it is required", async () => {
    expect((await send("/ships", "POST", { seal: {}, boats: [{}], byPort: { a: {} } })).status).toBe(201);
  });
});
