import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Api,
  isSecured,
  type Operation,
  parametersIn,
  readApi,
  successOf,
  valueAt,
} from "../src/index.ts";

const file = (name: string) => fileURLToPath(new URL(`descriptions/${name}`, import.meta.url));

let api: Api;
beforeAll(async () => {
  api = await readApi(file("harbour.yaml"));
});

function operation(id: string): Operation {
  const found = api.operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

describe("operations", () => {
  test("are the methods of each path, not its other keys", () => {
    expect(api.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v2/ships",
      "POST /v2/ships",
      "DELETE /v2/ships/{shipId}",
      "GET /v2/ships/{shipId}/crew-lists/{day}",
    ]);
  });

  test("have a resource and a short method name", () => {
    expect(
      api.operations.map(({ operationId, resource, methodName }) => [operationId, resource, methodName]),
    ).toEqual([
      ["ships_list", "ships", "list"],
      ["postV2Ships", "ships", "postV2Ships"],
      ["deleteShip", "ships", "delete"],
      ["getCrewList", "ships", "getCrewList"],
    ]);
  });

  test("say whether they need credentials", () => {
    expect(isSecured(operation("ships_list"))).toBe(true);
    expect(isSecured(operation("postV2Ships"))).toBe(false);
  });
});

describe("parameters", () => {
  test("of the path are overridden by the operation's", () => {
    const query = parametersIn(operation("ships_list"), "query");
    expect(query.map(({ name, description, isRequired }) => [name, description, isRequired])).toEqual([
      ["dry", "From the path.", false],
      ["limit", "From the operation.", true],
      ["ids", "", false],
      ["filter", "", false],
    ]);
  });

  test("have their style, with its default, and their media type", () => {
    const shapes = operation("ships_list").parameters.map(({ name, style, explodes, mediaType }) => [
      name,
      style,
      explodes,
      mediaType,
    ]);
    expect(shapes).toEqual([
      ["dry", "form", true, undefined],
      ["limit", "form", true, undefined],
      ["ids", "form", false, undefined],
      ["filter", "form", true, "application/json"],
      ["X-Trace", "simple", false, undefined],
    ]);
  });

  test("use the keywords of JSON Schema 2020-12 in every version of the description", () => {
    const [, limit, , filter] = operation("ships_list").parameters;
    expect(limit?.schema).toMatchObject({ exclusiveMinimum: 1, maximum: 100 });
    expect(limit?.schema.minimum).toBeUndefined();
    expect(filter?.schema).toMatchObject({ properties: { flag: { type: ["string", "null"] } } });
    expect(limit?.examples).toMatchObject([{ value: 20 }]);
  });

  test("point to their schema in the document", () => {
    for (const { schema, schemaPointer } of api.operations.flatMap(({ parameters }) => parameters)) {
      expect(valueAt(api.document, schemaPointer)).toEqual(schema);
    }
  });
});

describe("responses", () => {
  test("without a body have no content", () => {
    expect(successOf(operation("deleteShip"))).toMatchObject({ status: "204", content: [] });
    expect(successOf(operation("postV2Ships"))).toMatchObject({ status: "201", content: [] });
  });

  test("have their media types, headers and named examples, through references with escapes", () => {
    const [ok, fault] = operation("ships_list").responses;
    expect(ok?.headers).toMatchObject([{ name: "X-Total", examples: [{ value: 3 }] }]);
    expect(fault).toMatchObject({
      status: "4XX",
      content: [
        {
          mediaType: "application/problem+json",
          schemaName: "Fault",
          examples: [{ name: "lost", componentName: "faultLost", value: { code: "lost" } }],
        },
      ],
    });
  });
});

test("schemas in other files become components, including recursive ones", () => {
  expect(Object.keys(api.schemas).toSorted()).toEqual(["Fault", "Ship"]);
  expect(api.schemas.Ship).toMatchObject({ properties: { sister: { $ref: "#/components/schemas/Ship" } } });
});

test.each([
  ["missing.yaml", /missing\.yaml cannot be read: .*no such file/],
  ["broken-reference.yaml", /broken-reference\.yaml:\d+: .*nowhere\.yaml/],
  ["swagger.yaml", /swagger\.yaml:1: `openapi` is "": write the description in OpenAPI 3\.0 or 3\.1/],
])("refuses %s in one line that names the place", async (name, message) => {
  await expect(readApi(file(name))).rejects.toThrow(message);
});
