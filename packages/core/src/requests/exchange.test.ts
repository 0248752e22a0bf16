import { describe, expect, test } from "vitest";
import type { Operation, OperationParameter } from "../operations/operation.ts";
import type { AnyHandler } from "../operations/operation-types.ts";
import { SizedText } from "../operations/reply.ts";
import { maxBodyBytes } from "../problems/problems.gen.ts";
import { createRequestedFailures } from "../problems/requested-failures.ts";
import { jsonText } from "../schema/json-text.ts";
import { bearerToken, createExchange, type Gate, type RequestHead } from "./exchange.ts";

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
    expect(await admit({ ...valid, "content-type": "application/json ;a=b" }, maxBodyBytes)).toEqual(
      principal,
    );
    expect(await admit({ ...valid, "content-encoding": "Identity" }, 1)).toEqual(principal);
  });

  test("and a request without credentials, where none are needed, is not counted, but fails if it asks", async () => {
    const failureOf = createRequestedFailures();
    const open = { ...operation, isAnonymous: true as const };
    const { admit } = createExchange(open, echo, { ...gate, countAndWaitMs: () => 1, failureOf });
    expect(await admit(headOf({}, { bodyLength: 0 }))).toBeUndefined();
    const asks = headOf({ prefer: "problem=timeout" }, { bodyLength: 0 });
    await expect(admit(asks)).rejects.toMatchObject({ breaksConnection: false });
  });

  test("and none where nothing is counted and no failure can be asked for", async () => {
    const { authenticate, retryAfter } = gate;
    const { admit } = createExchange(operation, echo, { authenticate, retryAfter });
    const fields = { ...valid, prefer: "name-taken" };
    expect(await admit(headOf(fields))).toMatchObject({ ownerId: "ada" });
  });

  test("and any media type passes where there is no body", async () => {
    const { body: _body, ...bodyless } = operation;
    const { admit } = createExchange(bodyless, echo, gate);
    const fields = { authorization: "Bearer t", "content-type": "text/plain", "content-encoding": "gzip" };
    expect(await admit(headOf(fields))).toMatchObject({ ownerId: "ada" });
  });

  test.each([
    [1, "1"],
    [1_000, "1"],
    [1_001, "2"],
    [60_000, "60"],
  ])("and one that waits for %d ms is told %s s", async (waitMs, retryAfter) => {
    await expect(admit(valid, 2, waitMs)).rejects.toMatchObject({
      options: { headers: { "retry-after": retryAfter } },
    });
  });

  test("and failures are counted for each credential, method and target", async () => {
    const senders = new Set<string>();
    const failureOf = (sender: string) => void senders.add(sender);
    for (const [credentialId, method, target] of [
      ["t", "PUT", "/"],
      ["u", "PUT", "/"],
      ["t", "POST", "/"],
      ["t", "PUT", "/a"],
      ["t", "PUT", "/a"],
    ] as const) {
      const authenticate = async () => ({ ownerId: "ada", credentialId });
      const { admit } = createExchange(operation, echo, { ...gate, authenticate, failureOf });
      await admit(headOf({ ...valid, prefer: "problem=timeout" }, { method, target }));
    }
    expect(senders.size).toBe(4);
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

async function* parts() {
  yield "{}";
}
const sized = new SizedText(["{", "}"], 2);
const streamed = parts();
const json = { headers: [], contentType: "application/json" };
test.each([
  [jsonText({}), { ...json, status: 200, body: "{}" }],
  [sized, { ...json, status: 200, body: sized }],
  [streamed, { ...json, status: 200, body: streamed }],
  [undefined, { ...json, status: 200, body: undefined }],
  [
    { status: 201, body: { a: 1 }, headers: { Location: "/a" } },
    { ...json, status: 201, body: '{"a":1}', headers: [["Location", "/a"]] },
  ],
  [
    { status: 201, body: sized },
    { ...json, status: 201, body: sized },
  ],
  [
    { status: 201, body: streamed },
    { ...json, status: 201, body: streamed },
  ],
  [
    { status: 201, body: null },
    { ...json, status: 201, body: "null" },
  ],
  [{ status: 202 }, { ...json, status: 202, body: undefined }],
  [
    { status: 204, body: "{}", headers: { Total: 3, New: true, Old: undefined } },
    {
      ...json,
      status: 204,
      body: undefined,
      headers: [
        ["Total", "3"],
        ["New", "true"],
      ],
    },
  ],
  [
    { status: 400, body: "{}" },
    { status: 400, headers: [], contentType: "application/problem+json", body: "{}" },
  ],
])("a handler that returns %j replies with %j", async (result, expected) => {
  const { carryOut } = createExchange(
    { ...operation, parameters: [] },
    async () => result as Awaited<ReturnType<AnyHandler>>,
    gate,
  );
  expect(await carryOut(headOf(), "ada", bytes)).toEqual(expected);
});

test("a handler gets the owner and the trace, and no body where there is none", async () => {
  const { body: _body, ...bodyless } = operation;
  const handler: AnyHandler = async ({ ownerId, trace, body }) =>
    jsonText([ownerId, trace(), body ?? "none"]);
  const { carryOut } = createExchange({ ...bodyless, parameters: [] }, handler, gate);
  expect(await carryOut(headOf({}, { trace: () => "00-1" }), "ada", bytes)).toMatchObject({
    body: '["ada","00-1","none"]',
  });
});

test("a body that breaks the schema is refused with a pointer to each place", async () => {
  const schema = { properties: { "a/b": { items: { type: "string" as const } } } };
  const { carryOut } = createExchange(
    { ...operation, parameters: [], body: { isRequired: true, schema } },
    echo,
    gate,
  );
  await expect(carryOut(headOf(), "ada", new TextEncoder().encode('{"a/b":["",1]}'))).rejects.toMatchObject({
    code: "invalid-request",
    options: { errors: [{ pointer: "/a~1b/1", message: "must be a string" }] },
  });
});

test.each([
  ["Bearer abc", "abc"],
  ["bearer   a.b~c+d/e_f-0==", "a.b~c+d/e_f-0=="],
  ["BEARER t", "t"],
  ["Bearer", undefined],
  ["Bearert", undefined],
  ["Basic t", undefined],
  ["a Bearer t", undefined],
  ["Bearer t u", undefined],
  ["Bearer t=u", undefined],
  [undefined, undefined],
])("the token of %j is %j", (authorization, token) => {
  expect(bearerToken(authorization)).toBe(token);
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
