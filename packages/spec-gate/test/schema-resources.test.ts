import { describe, expect, test } from "vitest";
import { diff } from "../src/diff.ts";
import type { JsonObject } from "../src/json-value.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { write } = temporaryFiles();
const string = { type: "string" };
const integer = { type: "integer" };

/** A response whose schema is the reference, with these components. */
const api = ($ref: string, schemas: JsonObject) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1.0.0" },
  paths: {
    "/a": {
      get: {
        responses: { 200: { description: "Ok.", content: { "application/json": { schema: { $ref } } } } },
      },
    },
  },
  components: { schemas },
});

const placesOf = async (before: object, after: object) => {
  const report = await diff({
    base: write("a/base.json", before),
    revision: write("a/revision.json", after),
  });
  return report.changes
    .filter(({ impact }) => impact === "major")
    .map(({ place }) => place.split(" › ").slice(2));
};
const property = (name: string, schema: unknown) => ({ type: "object", properties: { [name]: schema } });

describe("a schema with $id", () => {
  test("may refer to another file", async () => {
    write("a/other.json", { S: string });
    const of = (name: string) =>
      api("#/components/schemas/A", { A: { $id: "a", ...property("p", { $ref: `other.json#/${name}` }) } });
    expect(await placesOf(of("S"), of("S"))).toEqual([]);
    await expect(placesOf(of("S"), of("T"))).rejects.toThrow(/the \$ref other\.json#\/T does not resolve/);
  });
});

describe("a $dynamicRef", () => {
  const list = {
    $id: "list",
    ...property("items", { type: "array", items: { $dynamicRef: "#item" } }),
    $defs: { item: { $dynamicAnchor: "item", ...string } },
  };
  const of = (id: string, item: unknown) => ({
    $id: id,
    $ref: "list",
    $defs: { item: { $dynamicAnchor: "item", ...(item as object) } },
  });
  const both = (one: unknown, other: unknown) => ({
    ...api("#/components/schemas/One", { List: list, One: of("one", one), Other: of("other", other) }),
    webhooks: {
      w: {
        post: {
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Other" } } },
          },
          responses: {},
        },
      },
    },
  });

  test("means the outermost schema that led to it, in each place", async () => {
    expect(await placesOf(both(string, integer), both(string, integer))).toEqual([]);
    expect(await placesOf(both(string, integer), both(integer, integer))).toEqual([["items", "[]"]]);
    expect(await placesOf(both(string, integer), both(string, string))).toEqual([["items", "[]"]]);
  });

  test("means its own anchor without an outer one", async () => {
    const alone = (item: unknown) =>
      api("list", { List: { ...list, $defs: { item: { $dynamicAnchor: "item", ...(item as object) } } } });
    expect(await placesOf(alone(string), alone(integer))).toEqual([["items", "[]"]]);
  });

  test("extends a recursive schema", async () => {
    const tree = {
      $id: "tree",
      $dynamicAnchor: "node",
      ...property("children", { type: "array", items: { $dynamicRef: "#node" } }),
    };
    const named = (name: unknown) =>
      api("named", {
        Tree: tree,
        Named: { $id: "named", $dynamicAnchor: "node", $ref: "tree", ...property("name", name) },
      });
    expect(await placesOf(named(string), named(integer))).toEqual([["name"]]);
    expect(await placesOf(named(string), named(string))).toEqual([]);
  });
});
