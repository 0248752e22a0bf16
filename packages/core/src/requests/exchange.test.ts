import { describe, expect, test } from "vitest";
import type { Operation, OperationParameter } from "../operations/operation.ts";
import type { AnyHandler } from "../operations/operation-types.ts";
import { maxBodyBytes } from "../problems/problems.gen.ts";
import { jsonText } from "../schema/json-text.ts";
import { bearerToken, createExchange, type Gate, type RequestHead } from "./exchange.ts";
import { createRouter } from "./router.ts";

const parameter = (
  name: string,
  place: OperationParameter["in"],
  shape: OperationParameter["shape"],
  schema: OperationParameter["schema"],
): OperationParameter => ({ name, in: place, isRequired: name === "limit", shape, schema });
const operation: Operation = {
  operationId: "read",
  method: "PUT",
  path: "/ships/{shipId}",
  successStatus: 200,
  body: { isRequired: true, schema: {} },
  parameters: [
    parameter("shipId", "path", { kind: "integer" }, { type: "integer" }),
    parameter("limit", "query", { kind: "integer" }, { type: "integer" }),
    parameter("ids", "query", { kind: "array", items: "integer" }, { type: "array", maxItems: 2 }),
    parameter("X-Trace", "header", { kind: "integer" }, { type: "integer" }),
  ],
};
const echo: AnyHandler = async ({ params, query, headers, body }) =>
  jsonText({ params, query, headers, body });
const gate: Gate<RequestHead> = {
  authenticate: async ({ field }) =>
    bearerToken(field("authorization")) === "t" ? { ownerId: "ada", credentialId: "t" } : undefined,
  countAndWaitMs: () => 0,
  failureOf: (_sender, prefer) => prefer,
  retryAfter: 0,
};
const headOf = (
  fields: Readonly<Record<string, string>> = {},
  head: Partial<RequestHead> = {},
): RequestHead => ({
  method: "PUT",
  target: "/ships/7",
  path: {},
  query: "",
  bodyLength: 2,
  trace: () => "",
  field: (name) => fields[name],
  ...head,
});
const bytes = new TextEncoder().encode("{}");
const send = (path: Record<string, string>, query: string, changes: Partial<Operation> = {}) =>
  createExchange({ ...operation, ...changes }, echo, gate).carryOut(
    headOf({ "x-trace": "3" }, { path, query }),
    "ada",
    bytes,
  ) as Promise<{ readonly body: string }>;

describe("a request that several checks refuse gets the first problem", () => {
  const valid = { authorization: "bearer t", "content-type": "Application/JSON; charset=utf-8" };
  const admit = (fields: Readonly<Record<string, string>>, bodyLength: number | undefined, waitMs = 0) =>
    createExchange(operation, echo, { ...gate, countAndWaitMs: () => waitMs }).admit(
      headOf(fields, { bodyLength }),
    );
  test.each<[string, Record<string, string>, number | undefined, number]>([
    ["unauthenticated", { authorization: "Basic t", prefer: "name-taken", "content-type": "a/b" }, 1e9, 1],
    ["rate-limited", { ...valid, prefer: "name-taken", "content-type": "a/b" }, 1e9, 1],
    ["name-taken", { ...valid, prefer: "name-taken", "content-type": "a/b" }, 1e9, 0],
    ["unsupported-media-type", { ...valid, "content-type": "application/jsonx" }, 1e9, 0],
    ["unsupported-media-type", { ...valid, "content-encoding": "gzip" }, 1, 0],
    ["unsupported-media-type", { ...valid, "content-type": "" }, 0, 0],
    ["unsupported-media-type", { authorization: "Bearer t" }, undefined, 0],
    ["body-too-large", valid, maxBodyBytes + 1, 0],
  ])("%s: %j", async (code, fields, bodyLength, waitMs) => {
    await expect(admit(fields, bodyLength, waitMs)).rejects.toMatchObject({ code });
  });

  test("and none if they all pass", async () => {
    const principal = { ownerId: "ada", credentialId: "t" };
    expect(await admit({ ...valid, prefer: "unheard-of" }, undefined)).toEqual(principal);
    expect(await admit({ authorization: "Bearer t" }, 0)).toEqual(principal);
  });

  test("and without credentials none if the operation needs none", async () => {
    const open = createExchange({ ...operation, isAnonymous: true }, echo, gate);
    expect(await open.admit(headOf({}, { bodyLength: 0 }))).toBeUndefined();
  });
});

test("a handler gets every parameter with the type of its schema", async () => {
  const { body } = await send({ shipId: "7" }, "?limit=5&ids=1&ids=2&other=x");
  expect(JSON.parse(body)).toEqual({
    body: {},
    params: { shipId: 7 },
    query: { limit: 5, ids: [1, 2] },
    headers: { "X-Trace": 3 },
  });
});

test.each([
  ["7", "", [["limit", "is required"]]],
  ["7", "limit=1&limit=2", [["limit", "is given more than once"]]],
  [
    "zero",
    "limit=x&ids=1&ids=2&ids=3",
    [
      ["shipId", "must be an integer"],
      ["limit", "must be an integer"],
      ["ids", "must have at most 2 items"],
    ],
  ],
])("a request for %s?%s is refused with every parameter", async (shipId, query, errors) => {
  const violations = errors.map(([name, message]) => ({ parameter: name, message }));
  await expect(send({ shipId }, query)).rejects.toMatchObject({
    code: "invalid-request",
    options: { errors: violations },
  });
});

test("a string in a path is checked, even where its schema allows an empty one", async () => {
  const parameters = [parameter("shipId", "path", { kind: "string" }, { type: "string", maxLength: 3 })];
  await expect(send({ shipId: "argo" }, "", { parameters })).rejects.toMatchObject({
    code: "invalid-request",
  });
});

test.each([
  [jsonText({}), { status: 200, body: "{}" }],
  [
    { status: 201, body: { a: 1 }, headers: { Location: "/a" } },
    { status: 201, body: '{"a":1}', headers: [["Location", "/a"]] },
  ],
  [
    { status: 204, headers: { Total: 3, New: true, Old: undefined } },
    {
      status: 204,
      headers: [
        ["Total", "3"],
        ["New", "true"],
      ],
    },
  ],
  [
    { status: 409, body: "{}" },
    { status: 409, contentType: "application/problem+json" },
  ],
])("a handler that returns %j replies with %j", async (result, expected) => {
  const { carryOut } = createExchange({ ...operation, parameters: [] }, async () => result, gate);
  expect(await carryOut(headOf(), "ada", bytes)).toMatchObject(expected);
});

test("a body may be left out where the description says so", async () => {
  const bodyOf = (isRequired: boolean) =>
    createExchange({ ...operation, parameters: [], body: { isRequired, schema: {} } }, echo, gate).carryOut(
      headOf(),
      "ada",
    );
  expect(await bodyOf(false)).toMatchObject({ status: 200 });
  await expect(bodyOf(true)).rejects.toMatchObject({ code: "malformed-json" });
});

test("a body gets the defaults of what it leaves out", async () => {
  const schema = { properties: { order: { default: "name" } } };
  const { body } = await send({}, "", { method: "PUT", parameters: [], body: { isRequired: true, schema } });
  expect(JSON.parse(body).body).toEqual({ order: "name" });
});

test("of two paths that match, the parameters are those of the one with the method", () => {
  const of = (method: string, path: string) => ({ ...operation, method, path });
  const [get, post] = [of("GET", "/ships/{shipId}"), of("POST", "/{kind}/new")];
  const find = createRouter([get, post]);
  expect(find("POST", "/ships/new")).toEqual({ operation: post, path: { kind: "ships" } });
  expect(find("HEAD", "/ships/new")).toEqual({ operation: get, path: { shipId: "new" } });
});
