import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation, OperationParameter } from "../openapi/operation.ts";
import { createSchemaCompiler } from "../openapi/schema-validation.ts";
import { addOperationRoutes, bindOperations } from "./operation-routes.ts";
import type { AnyHandler } from "./operation-types.ts";
import { createResponseWriter } from "./responses.ts";

const operation = (operationId: string): Operation => ({
  operationId,
  method: "GET",
  path: `/${operationId}`,
  successStatus: 200,
  parameters: [],
  responses: { 200: { mediaTypes: ["application/json"] } },
});
const first: AnyHandler = () => "1";
const second: AnyHandler = () => "2";

describe("binding operations to handlers", () => {
  test("uses the operationId", () => {
    const bound = bindOperations([operation("a"), operation("b")], { b: second, a: first });
    expect(bound.map(({ operation: { operationId }, handler }) => [operationId, handler])).toEqual([
      ["a", first],
      ["b", second],
    ]);
  });

  test("fails and names every operation without a handler and every handler without an operation", () => {
    expect(() =>
      bindOperations([operation("a"), operation("toString"), operation("b")], { b: first, c: second }),
    ).toThrow(
      "the operation a has no handler; the operation toString has no handler; the handler c has no operation",
    );
  });
});

describe("the routes of any description", () => {
  const parameter = (
    name: string,
    place: OperationParameter["in"],
    shape: OperationParameter["shape"],
    isRequired = false,
  ): OperationParameter => ({ name, in: place, isRequired, shape, schemaPointer: `/schemas/${name}` });
  const document = {
    paths: {},
    schemas: {
      shipId: { type: "integer", minimum: 1 },
      limit: { type: "integer", maximum: 100 },
      dry: { type: "boolean" },
      ids: { type: "array", items: { type: "integer" }, maxItems: 2 },
      "X-Trace": { type: "integer" },
    },
  };
  const operations: Operation[] = [
    {
      ...operation("read"),
      path: "/ships/{shipId}",
      parameters: [
        parameter("shipId", "path", { kind: "integer" }, true),
        parameter("limit", "query", { kind: "integer" }, true),
        parameter("dry", "query", { kind: "boolean" }),
        parameter("ids", "query", { kind: "array", items: "integer" }),
        parameter("X-Trace", "header", { kind: "integer" }),
      ],
    },
  ];
  const http = fastify({ routerOptions: { querystringParser: (text) => text as never } });
  let origin: string;

  beforeAll(async () => {
    const logger = { error: () => {} } as never;
    const responses = createResponseWriter({ logger, observe: undefined, hasFields: false });
    http.setErrorHandler((error, request, reply) => responses.failure(request, reply, error));
    const echo: AnyHandler = ({ params, query, headers }) => JSON.stringify({ params, query, headers });
    addOperationRoutes(http as never, {
      operations: bindOperations(operations, { read: echo }),
      authentication: {
        authenticator: { authenticate: () => ({ ownerId: "usr_ada" }) as never },
      },
      responses,
      compile: createSchemaCompiler(document),
    });
    origin = await http.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => http.close());

  test("pass a handler every parameter with the type of its schema", async () => {
    const response = await fetch(`${origin}/ships/7?limit=5&dry=true&ids=1&ids=2&other=x`, {
      headers: { "x-trace": "3" },
    });
    expect(await response.json()).toMatchObject({
      params: { shipId: 7 },
      query: { limit: 5, dry: true, ids: [1, 2] },
      headers: { "X-Trace": 3 },
    });
  });

  test.each([
    ["/ships/7", [["limit", "is required"]]],
    ["/ships/7?limit=x", [["limit", "must be an integer"]]],
    ["/ships/7?limit=1&limit=2", [["limit", "is given more than once"]]],
    [
      "/ships/7?limit=1&ids=1&ids=2&ids=3&dry=1",
      [
        ["dry", "must be a boolean"],
        ["ids", expect.any(String)],
      ],
    ],
    ["/ships/zero?limit=1", [["shipId", "must be an integer"]]],
  ])("refuse %s and name every parameter", async (path, errors) => {
    const response = await fetch(origin + path);
    const problem = (await response.json()) as { errors: { parameter: string; message: string }[] };
    expect(response.status).toBe(400);
    expect(problem.errors.map(({ parameter: name, message }) => [name, message])).toEqual(errors);
  });
});
