import { describe, expect, test } from "vitest";
import { admitBody, createExchange } from "./exchange.ts";
import type { Operation, OperationParameter } from "./operation.ts";
import type { AnyHandler } from "./operation-types.ts";

const parameter = (
  name: string,
  place: OperationParameter["in"],
  shape: OperationParameter["shape"],
  schema: OperationParameter["schema"],
): OperationParameter => ({ name, in: place, isRequired: name === "limit", shape, schema });
const operation: Operation = {
  ...{ operationId: "read", method: "PUT", path: "/ships/{shipId}", successStatus: 200 },
  body: { isRequired: true, schema: {} },
  parameters: [
    parameter("shipId", "path", { kind: "integer" }, { type: "integer" }),
    parameter("limit", "query", { kind: "integer" }, { type: "integer" }),
    parameter("ids", "query", { kind: "array", items: "integer" }, { type: "array", maxItems: 2 }),
    parameter("X-Trace", "header", { kind: "integer" }, { type: "integer" }),
  ],
};
const echo: AnyHandler = ({ params, query, headers }) => JSON.stringify({ params, query, headers });
const send = (shipId: string, query: string) =>
  createExchange(
    operation,
    echo,
  )({
    ...{ ownerId: "ada", trace: () => "", path: { shipId }, query, bytes: new TextEncoder().encode("{}") },
    field: (name) => (name === "x-trace" ? "3" : undefined),
  });

test("a handler gets every parameter with the type of its schema", () => {
  const { body } = send("7", "?limit=5&ids=1&ids=2&other=x") as { body: string };
  expect(JSON.parse(body)).toEqual({
    ...{ params: { shipId: 7 }, query: { limit: 5, ids: [1, 2] }, headers: { "X-Trace": 3 } },
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
])("a request for %s?%s is refused with every parameter", (shipId, query, errors) => {
  const violations = errors.map(([name, message]) => ({ parameter: name, message }));
  expect(() => send(shipId, query)).toThrow(
    expect.objectContaining({ code: "invalid-request", options: { errors: violations } }),
  );
});

test("a text in a path is checked, also where its schema allows an empty one", () => {
  const schema = { type: "string", maxLength: 3 } as const;
  const parameters = [parameter("shipId", "path", { kind: "string" }, schema)];
  const exchange = createExchange({ ...operation, parameters }, echo);
  const rest = { trace: () => "", query: "", field: () => undefined, bytes: new TextEncoder().encode("{}") };
  expect(() => exchange({ ...rest, ownerId: "ada", path: { shipId: "argo" } })).toThrow(
    expect.objectContaining({ code: "invalid-request" }),
  );
});

test("a body gets the defaults of what it leaves out, unless it is a patch", () => {
  const schema = { properties: { order: { default: "name" } } };
  const bodyOf = (method: string) =>
    createExchange({ ...operation, method, parameters: [], body: { isRequired: true, schema } }, ({ body }) =>
      JSON.stringify(body),
    )({
      ...{ ownerId: "ada", trace: () => "", path: {}, query: "", field: () => undefined },
      bytes: new TextEncoder().encode("{}"),
    });
  expect([bodyOf("PUT"), bodyOf("PATCH")]).toMatchObject([{ body: '{"order":"name"}' }, { body: "{}" }]);
});

describe("a body", () => {
  test.each<[string, Record<string, string>, boolean, boolean]>([
    ["JSON with parameters", { "content-type": "Application/JSON; charset=utf-8" }, true, true],
    ["another type", { "content-type": "application/jsonx" }, true, false],
    ["no type", {}, true, false],
    ["an empty type, without a body", { "content-type": "" }, false, false],
    ["nothing", {}, false, true],
    ["a coding", { "content-type": "application/json", "content-encoding": "gzip" }, true, false],
  ])("of %s", (_what, fields, isSent, isAdmitted) => {
    const admit = () => admitBody(operation, (name) => fields[name], isSent);
    if (isAdmitted) admit();
    else expect(admit).toThrow(expect.objectContaining({ code: "unsupported-media-type" }));
  });
});
