import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { operationsSource } from "../src/generate/client/operations-source.ts";
import { queriesSource } from "../src/generate/client/queries-source.ts";
import { resourcesSource } from "../src/generate/client/resources-source.ts";
import { apiOf, readApi } from "../src/index.ts";

const harbour = await readApi(fileURLToPath(new URL("descriptions/harbour.yaml", import.meta.url)));

const apiWith = (operation: object, schemas: object = {}) =>
  apiOf({
    openapi: "3.1.0",
    info: { title: "Sample", version: "1.0.0" },
    paths: {
      "/things": {
        get: { operationId: "listThings", responses: { "200": { description: "" } }, ...operation },
      },
    },
    components: { schemas },
  } as never);

describe("the methods of a description with other tags, parameters and bodies", () => {
  const source = resourcesSource(harbour, "make");

  test.each([
    "list(params: ShipsListParams, options?: CallOptions): ApiCall<ShipsListResponse>;",
    "postV2Ships(body?: types.Ship, params?: PostV2ShipsParams, options?: CallOptions): ApiCall<void>;",
    "delete(shipId: number, options?: CallOptions): ApiCall<void>;",
    "getCrewList(shipId: number, day: string, options?: CallOptions): ApiCall<string>;",
    "readonly ships: ShipsOperations;",
    "    limit: number;",
    "    ids?: string[] | undefined;",
    '    "X-Trace"?: string | undefined;',
    "   * @deprecated",
    "   * @throws TimeoutError `timeoutMs` or `deadlineMs` ran out.",
    "   * const shipsListResponse = await client.ships.list({ limit: 20 });",
    "   * await client.ships.delete(1);",
  ])("have %s", (line) => {
    expect(source).toContain(line);
  });

  test("import only what an operation needs", () => {
    const table = operationsSource(harbour, "make");
    expect(table).toContain(
      'parameters.writing({ query: [["ids", parameters.comma], ["filter", parameters.json]], header: [["X-Trace", parameters.plain]] })',
    );
    expect(table).not.toContain("operation.bytesOf");
    const content = { "application/json": { schema: { type: "object" } } };
    const plain = apiWith({ responses: { "200": { description: "", content } } });
    expect(operationsSource(plain, "make")).not.toContain("import *");
    expect(operationsSource(apiWith({}), "make")).toContain("read: operation.readNothing");
  });
});

test.each([
  "list(params: ShipsListParams, options?: query.QueryCallOptions): query.Query<ShipsListResponse>;",
  "postV2Ships(params?: PostV2ShipsParams, options?: query.QueryCallOptions): query.Mutation<void, types.Ship | void>;",
  "delete(shipId: number, options?: query.QueryCallOptions): query.Mutation<void, void>;",
  "getCrewList(shipId: number, day: string, options?: query.QueryCallOptions): query.Query<string>;",
  'list: ["query",1],',
  'postV2Ships: ["mutation",1,0],',
  'getCrewList: ["query",2],',
])("a query for what reads, a mutation for what writes: %s", (line) => {
  expect(queriesSource(harbour, "make")).toContain(line);
});
