import { describe, expect, test } from "vitest";
import type { Parts } from "../../corpus/load-fragments.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { object, verdictOf } from "../api.ts";

const string = { type: "string" };
const told = (kind: string, more: JsonObject = {}) =>
  object({ kind: { const: kind }, ...more }, { required: ["kind"] });
const refs = (...names: string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Returns the rules that a change breaks, with the place inside the request's body. */
function breaking(a: Parts, b: Parts): string[] {
  const found = verdictOf(a, b).changes.filter(({ impact }) => impact === "major");
  return found.map(({ rule, place }) => `${rule} ${place.split(" › ").slice(2).join(".")}`.trim()).sort();
}

describe("a change to a union is reported precisely", () => {
  const schemas = { Row: told("row", { items: string }), Button: told("button"), Menu: told("menu") };

  test("when it shrinks to one of its members", () => {
    const [union, row] = [{ oneOf: refs("Row", "Button", "Menu") }, refs("Row")[0]];
    expect(breaking({ request: union, schemas }, { request: row, schemas })).toEqual([
      "request-variant-removed",
      "request-variant-removed",
    ]);
  });

  test("when it shrinks to a schema with another name", () => {
    const union = { oneOf: refs("Row", "Button", "Menu") };
    const row = told("row", { items: string, more: string });
    expect(breaking({ request: union, schemas }, { request: row, schemas })).toEqual([
      "request-variant-removed",
      "request-variant-removed",
    ]);
  });

  test("when one schema becomes variants that each cover a part of it", () => {
    const one = object({ kind: { enum: ["a", "b"] }, text: string });
    const both = { oneOf: [told("a", { text: string }), told("b", { text: string })] };
    expect(new Set(breaking({ request: one }, { request: both }))).toEqual(
      new Set(["request-property-required kind"]),
    );
  });

  test("when a variant is split up", () => {
    const auto = { enum: ["auto"] };
    const format = object({ kind: { enum: ["a", "b"] } });
    const before = { oneOf: [auto, format] };
    const after = { oneOf: [auto, told("a"), told("b")] };
    expect(new Set(breaking({ request: before }, { request: after }))).toEqual(
      new Set(["request-property-required kind"]),
    );
  });

  test("when a variant changes next to others that stay", () => {
    const before = { oneOf: [told("a", { text: string }), told("b"), object({})] };
    const after = { oneOf: [told("a", { text: { type: "integer" } }), told("b"), object({})] };
    expect(breaking({ request: before }, { request: after })).toEqual(["request-type-narrowed text"]);
  });
});
