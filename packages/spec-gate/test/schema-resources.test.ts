import { describe, expect, test } from "vitest";
import { diff } from "../src/diff.ts";
import type { JsonObject } from "../src/json-value.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { write } = temporaryFiles();
const string = { type: "string" };
const integer = { type: "integer" };

/** A response whose schema is the reference, with these components. */
const api = ($ref: string, schemas: JsonObject, more: JsonObject = {}) => ({
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
  ...more,
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
  test.each<[name: string, of: (leaf: unknown) => JsonObject]>([
    [
      "a pointer inside it",
      (leaf) =>
        api("#/components/schemas/A", {
          A: { $id: "a", ...property("p", { $ref: "#/$defs/s" }), $defs: { s: leaf } },
        }),
    ],
    [
      "its relative name",
      (leaf) =>
        api("#/components/schemas/A", {
          A: { $id: "https://x.test/one/a", ...property("p", { $ref: "b" }) },
          B: { $id: "https://x.test/one/b", ...(leaf as object) },
        }),
    ],
    [
      "its whole name",
      (leaf) => api("https://x.test/a", { A: { $id: "https://x.test/a", ...property("p", leaf) } }),
    ],
    [
      "an anchor inside another one",
      (leaf) =>
        api("a#p", {
          A: { $id: "a", $defs: { q: { $anchor: "p", ...property("p", leaf) } } },
          Z: { $anchor: "p" },
        }),
    ],
    [
      "an $id inside an $id",
      (leaf) =>
        api("dir/a", {
          A: {
            $id: "dir/",
            $defs: { b: { $id: "a", ...property("p", { $ref: "#/$defs/c" }), $defs: { c: leaf } } },
          },
        }),
    ],
    [
      "a pointer from the root of the file",
      (leaf) =>
        api("#/components/schemas/A", {
          A: { $id: "a", ...property("p", { $ref: "#/components/schemas/S" }) },
          S: leaf as JsonObject,
        }),
    ],
    [
      "$self",
      (leaf) =>
        api(
          "https://x.test/api#/components/schemas/A",
          { A: property("p", leaf) },
          { openapi: "3.2.0", $self: "https://x.test/api" },
        ),
    ],
  ])("is found by %s", async (_name, of) => {
    expect(await placesOf(of(string), of(integer))).toEqual([["p"]]);
    expect(await placesOf(of(string), of(string))).toEqual([]);
  });

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
