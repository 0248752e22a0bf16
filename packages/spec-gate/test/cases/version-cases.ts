import type { JsonObject } from "../../src/json-value.ts";
import { type Case, object, type Parts } from "../api.ts";
import { row, string } from "./parts.ts";

function openEnum(values: readonly string[]): Parts {
  return { request: object({ a: { type: "string", "x-extensible-enum": values } }) };
}

function many(last: string): Parts {
  const part = (index: number) => ["a", "b", last].map((kind) => object({ [`p${index}`]: { const: kind } }));
  return { response: { allOf: Array.from({ length: 7 }, (_, index) => ({ anyOf: part(index) })) } };
}

const pets = (mapping?: JsonObject, property = "kind"): Parts => ({
  response: {
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
    discriminator: { propertyName: property, ...(mapping ? { mapping } : {}) },
  },
  schemas: { Cat: pet("meow"), Dog: pet("bark") },
});

function threePets(): Parts {
  const { oneOf, discriminator } = pets().response as { oneOf: unknown[]; discriminator: unknown };
  return {
    response: { oneOf: [...oneOf, { $ref: "#/components/schemas/Cow" }], discriminator },
    schemas: { ...pets().schemas, Cow: pet("moo") },
  };
}

function pet(name: string): JsonObject {
  return object({ kind: string, type: string, [name]: string }, { required: ["kind", name] });
}

export const versionCases: readonly Case[] = [
  row("an open enum of a request", openEnum(["x"]), openEnum(["x", "y"]), "minor", "major"),
  row("response: too many alternatives to compare", many("c"), many("d"), "not-judged", "not-judged"),
  row(
    "request: a discriminator's property",
    { request: pets().response, schemas: pets().schemas ?? {} },
    { request: pets(undefined, "type").response, schemas: pets().schemas ?? {} },
    "major",
    "major",
  ),
  row("a discriminator's property", pets(), pets(undefined, "type"), "major", "major"),
  row(
    "a discriminator's mapping swapped",
    pets({ c: "#/components/schemas/Cat", d: "Dog" }),
    pets({ d: "#/components/schemas/Cat", c: "Dog" }),
    "major",
    "major",
  ),
  row("response: a variant that is no longer sent", threePets(), pets(), "minor", "major"),
  row("a discriminator's mapping spelled out", pets(), pets({ Cat: "Cat", Dog: "Dog" }), "patch", "patch"),
  row(
    "nullable of 3.0 in 3.1 terms",
    { openapi: "3.0.3", response: object({ a: { type: "string", nullable: true } }) },
    { response: object({ a: { type: ["string", "null"] } }) },
    "patch",
    "patch",
  ),
  row(
    "an exclusive bound of 3.0 in 3.1 terms",
    { openapi: "3.0.3", request: object({ a: { type: "number", minimum: 1, exclusiveMinimum: true } }) },
    { request: object({ a: { type: "number", exclusiveMinimum: 1 } }) },
    "patch",
    "patch",
  ),
  row(
    "a nullable reference of 3.0",
    {
      openapi: "3.0.3",
      response: object({ a: { nullable: true, allOf: [{ $ref: "#/components/schemas/T" }] } }),
      schemas: { T: string },
    },
    {
      response: object({ a: { oneOf: [{ $ref: "#/components/schemas/T" }, { type: "null" }] } }),
      schemas: { T: string },
    },
    "patch",
    "patch",
  ),
  row(
    "base64 of 3.0",
    { openapi: "3.0.3", request: object({ a: { type: "string", format: "byte" } }) },
    { request: object({ a: { type: "string", contentEncoding: "base64" } }) },
    "patch",
    "patch",
  ),
  row(
    "a recursive schema, unchanged",
    tree(string),
    tree({ type: "string", description: "D" }),
    "patch",
    "patch",
  ),
  row("a recursive schema, changed inside", tree(string), tree({ type: "integer" }), "major", "major"),
  row("the last of deeply nested schemas", chain(200), chain(200, { z: string }), "minor", "major"),
  row(
    "schemas with too many paths to a place to remember",
    chain(200, { k: { const: 1 } }),
    chain(200, { k: { const: 2 } }),
    "major",
    "major",
  ),
  row("an unused component", {}, { schemas: { Unused: string } }, "patch", "patch"),
  row("an extension", {}, { operation: { "x-owner": "me" } }, "patch", "patch"),
];

/** Schemas that each reference the next one and another one far away. */
function chain(count: number, last: JsonObject = {}): Parts {
  const to = (index: number) => ({ $ref: `#/components/schemas/S${index % count}` });
  const schemas = Array.from({ length: count }, (_, index) => {
    const more = index === count - 1 ? last : {};
    return [`S${index}`, object({ next: to(index + 1), far: to(index * 7), ...more })];
  });
  return { response: to(0), schemas: Object.fromEntries(schemas) };
}

function tree(name: unknown): Parts {
  const node = object({ name, children: { type: "array", items: { $ref: "#/components/schemas/Node" } } });
  return { response: { $ref: "#/components/schemas/Node" }, schemas: { Node: node } };
}
