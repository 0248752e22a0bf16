import { expect, test } from "vitest";
import { schemasSource } from "./schemas-source.ts";
import type { Schema, SpecDocument } from "./spec-document.ts";

const sourceOf = (schemas: Record<string, Schema>) => {
  const resolve: SpecDocument["resolve"] = (node) => node;
  return schemasSource({ operations: [], examples: {}, schemas, resolve });
};

test("words, open enums and bounds that bound nothing are left out", () => {
  const name = { type: "string", description: "A name.", "x-extensible-enum": ["a"], minLength: 0 };
  expect(sourceOf({ Name: name })).toContain('export const nameSchema: SchemaNode = { type: "string" };');
});

test("a schema comes after those that it refers to", () => {
  const source = sourceOf({
    List: { type: "array", items: { $ref: "#/components/schemas/Item" } },
    Item: { type: "string", maxLength: 5 },
  });
  expect(source.indexOf("itemSchema: SchemaNode")).toBeLessThan(source.indexOf("listSchema: SchemaNode"));
  expect(source).toContain("items: itemSchema");
});

test("a keyword that the validator does not check is an error, not ignored", () => {
  expect(() => sourceOf({ Name: { type: "string", pattern: "^a" } })).toThrow(
    /does not know the keyword pattern/,
  );
});
