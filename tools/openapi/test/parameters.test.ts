import { describe, expect, test } from "vitest";
import { writingSource } from "../src/generate/client/parameter-writers-source.ts";
import { resourcesSource } from "../src/generate/client/resources-source.ts";
import { apiOf } from "../src/index.ts";
import { checkParameters, parameterShape } from "../src/model/parameter-shape.ts";

const schemas = {
  Version: { type: "integer" },
  Color: { type: "string", enum: ["blue", "black"] },
  Range: { allOf: [{ $ref: "#/components/schemas/Min" }, { properties: { max: { type: "number" } } }] },
  Min: { type: "object", properties: { min: { $ref: "#/components/schemas/Version" } } },
};

const apiWith = (...parameters: readonly object[]) => {
  const path = parameters.flatMap((one) => {
    const { in: place, name } = one as { in?: string; name?: string };
    return place === "path" ? [`/{${name}}`] : [];
  });
  const get = {
    operationId: "getThing",
    tags: ["things"],
    parameters,
    responses: { 200: { description: "" } },
  };
  return apiOf({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: { [`/things${path.join("")}`]: { get } },
    components: { schemas },
  } as never);
};

const kinds = {
  scalar: { type: "string" },
  array: { type: "array", items: { type: "string" } },
  object: { type: "object", additionalProperties: { type: "string" } },
};
type Kind = keyof typeof kinds;

/** The combinations of OpenAPI 3.1, section 4.8.12.4. */
function isDefined(place: string, style: string, kind: Kind, explode: boolean): boolean {
  if (style === "deepObject") return place === "query" && kind === "object" && explode;
  if (/^(space|pipe)Delimited$/.test(style)) return place === "query" && kind !== "scalar" && !explode;
  if (style === "form") return place === "query";
  return place === "path" || (place === "header" && style === "simple");
}

const styles = ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject"];

describe.each(["path", "query", "header"])("a parameter in the %s", (place) => {
  describe.each(styles)("in the style %s", (style) => {
    test.each(Object.keys(kinds) as Kind[])("with the value of an %s is written, or refused", (kind) => {
      for (const explode of [false, true]) {
        const given = { name: "p", in: place, required: true, style, explode, schema: kinds[kind] };
        const api = apiWith(given);
        const [operation] = api.operations;
        const check = () => operation && checkParameters(api.document, operation);
        if (isDefined(place, style, kind, explode)) expect(check).not.toThrow();
        else {
          expect(check).toThrow(
            expect.objectContaining({
              name: "DescriptionError",
              pointer: expect.stringMatching(/\/get\/parameters\/0$/),
              message: expect.stringMatching(/^The \w+ parameter "p" .+: .+\.$/),
            }),
          );
        }
      }
    });
  });
});

const query = (name: string, schema: object, more: object = {}) => ({ name, in: "query", schema, ...more });

test.each<[string, object[], RegExp]>([
  [
    "an array of objects",
    [query("p", { type: "array", items: { type: "object" } })],
    /arrays or objects inside.*`content`/,
  ],
  ["an object of arrays", [query("p", { properties: { a: { type: "array" } } })], /arrays or objects inside/],
  ["a text or an object", [query("p", { type: ["string", "object"] })], /look the same/],
  [
    "XML",
    [{ name: "p", in: "query", content: { "application/xml": {} } }],
    /is application\/xml: use application\/json/,
  ],
  ["a header's name", [{ name: "a b", in: "header", schema: {} }], /has a name that HTTP does not allow/],
  [
    "__proto__ as a header",
    [{ name: "__proto__", in: "header", schema: {} }],
    /is dropped by Node\.js: rename it/,
  ],
  [
    "one name in two places",
    [query("p", {}), { name: "p", in: "header", schema: {} }],
    /has the name of another one/,
  ],
  [
    "one header in two spellings",
    [
      { name: "X-A", in: "header", schema: {} },
      { name: "x-a", in: "header", schema: {} },
    ],
    /has the name of another one/,
  ],
  [
    "a member with another's name",
    [query("p", kinds.scalar), query("q", { properties: { p: {} } })],
    /has the member p/,
  ],
  ["two free objects", [query("p", kinds.object), query("q", kinds.object)], /could be either's/],
])("refuses %s", (_what, parameters, message) => {
  const api = apiWith(...parameters);
  const [operation] = api.operations;
  expect(() => operation && checkParameters(api.document, operation)).toThrow(message);
});

test.each<[object, unknown]>([
  [{ type: "integer" }, "integer"],
  [{ $ref: "#/components/schemas/Version" }, "integer"],
  [{ type: ["integer", "null"] }, ["null", "integer"]],
  [{ anyOf: [{ type: "number" }, { type: "null" }] }, ["null", "number"]],
  [{ allOf: [{ type: ["integer", "string"] }, { $ref: "#/components/schemas/Version" }] }, "integer"],
  [{ oneOf: [{ type: "integer" }, { enum: ["all"] }] }, ["integer", "string"]],
  [{ oneOf: [{ type: "integer" }, { type: "string" }] }, "string"],
  [{ oneOf: [{ type: "boolean" }, { type: "string", format: "uuid" }] }, ["boolean", "string"]],
  [{ const: 1 }, "integer"],
  [{}, "string"],
])("the text of %j is read as %j", (schema, kind) => {
  const api = apiWith(query("p", schema));
  const parameter = api.operations[0]?.parameters[0];
  expect(parameter && parameterShape(api.document, parameter)).toEqual({ kind });
});

test("members come from every part of a schema, and a list may also be one item", () => {
  const api = apiWith(
    query("range", { $ref: "#/components/schemas/Range" }),
    query("ids", { oneOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] }),
  );
  const [range, ids] = api.operations[0]?.parameters ?? [];
  expect(range && parameterShape(api.document, range)).toEqual({
    kind: "object",
    members: { min: "integer", max: "number" },
    isSpread: true,
  });
  expect(ids && parameterShape(api.document, ids)).toEqual({ kind: "array", items: "integer" });
});

test.each<[object, string]>([
  [{ $ref: "#/components/schemas/Version" }, "types.Version"],
  [{ $ref: "#/components/schemas/Color" }, "types.Color"],
  [{ type: ["integer", "null"] }, "number | null"],
  [{ type: "array", items: { type: "integer" } }, "number[]"],
  [{ type: "array", items: { $ref: "#/components/schemas/Color" } }, "types.Color[]"],
  [{ oneOf: [{ type: "integer" }, { const: "latest" }] }, 'number | "latest"'],
  [kinds.object, "{\n    [key: string]: string;\n}"],
  [{ type: "object", properties: { min: { type: "number" } } }, "{\n    min?: number;\n}"],
  [{}, "string"],
])("a path parameter with %j has the type %s", (schema, type) => {
  const source = resourcesSource(apiWith({ name: "p", in: "path", required: true, schema }), "make");
  expect(source).toContain(`  get(p: ${type}, options?: CallOptions)`);
});

test("only what is not plain has a writer", () => {
  const { operations, ...api } = apiWith(
    { name: "id", in: "path", required: true, schema: {} },
    query("a", kinds.scalar),
    query("b", kinds.array),
  );
  const sources = operations.map((operation) => writingSource({ ...api, operations }, operation));
  expect(sources).toEqual([undefined]);
});
