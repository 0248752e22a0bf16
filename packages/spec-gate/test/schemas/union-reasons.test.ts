import { expect, test } from "vitest";
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

const schemas = { Row: told("row", { items: string }), Button: told("button"), Menu: told("menu") };
const union = { oneOf: refs("Row", "Button", "Menu") };
const renamed = told("row", { items: string, more: string });
const both = (text: JsonObject) => ({ oneOf: [told("a", { text }), told("b", { text: string })] });
const lost = ["request-variant-removed", "request-variant-removed"];
const needed = ["request-property-required kind"];

test.each<[when: string, before: unknown, after: unknown, reasons: readonly string[]]>([
  ["it shrinks to one of its members", union, refs("Row")[0], lost],
  ["it shrinks to a schema with another name", union, renamed, lost],
  [
    "one schema becomes variants that each cover a part of it",
    object({ kind: { enum: ["a", "b"] }, text: string }),
    both(string),
    needed,
  ],
  [
    "a variant is split up",
    { oneOf: [{ enum: ["auto"] }, object({ kind: { enum: ["a", "b"] } })] },
    { oneOf: [{ enum: ["auto"] }, told("a"), told("b")] },
    needed,
  ],
  [
    "a variant changes next to others that stay",
    { oneOf: [...both(string).oneOf, object({})] },
    { oneOf: [...both({ type: "integer" }).oneOf, object({})] },
    ["request-type-narrowed text"],
  ],
])("a change to a union is reported precisely when %s", (_when, before, after, reasons) => {
  const found = breaking({ request: before, schemas }, { request: after, schemas });
  expect(reasons === needed ? [...new Set(found)] : found).toEqual(reasons);
});

test("a variant that got another value of the discriminator is named with it", () => {
  const pets = (dog: string): Parts => ({
    response: {
      oneOf: refs("Cat", "Dog"),
      discriminator: { propertyName: "kind", mapping: { Cat: "Cat", [dog]: "Dog" } },
    },
    schemas: { Cat: object({ kind: string }), Dog: object({ kind: string, tail: string }) },
  });
  expect(verdictOf(pets("Dog"), pets("hound")).changes).toContainEqual(
    expect.objectContaining({
      rule: "response-variant-added",
      base: "Cat, Dog",
      revision: "Dog (kind: hound)",
    }),
  );
});
