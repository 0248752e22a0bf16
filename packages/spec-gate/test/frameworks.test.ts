import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import type { Impact } from "../src/compare/rule.ts";
import type { JsonObject } from "../src/json-value.ts";
import { object, verdictOf } from "./api.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const closed = { additionalProperties: false };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The impacts of a change and of its reverse, in a request and in a response. */
function impactsOf(
  before: JsonObject,
  after: JsonObject,
  schemas: readonly JsonObject[] = [{}, {}],
): Impact[] {
  const parts = (schema: JsonObject, index: number, side: "request" | "response"): Parts => {
    return { [side]: object({ a: schema }), schemas: schemas[index] ?? {} };
  };
  return (["request", "response"] as const).flatMap((side) => {
    const [a, b] = [parts(before, 0, side), parts(after, 1, side)];
    return [verdictOf(a, b).impact, verdictOf(b, a).impact];
  });
}

const breaksAll = ["major", "major", "major", "major"];

describe("closed parents and children are one object", () => {
  const parent = object({ kind: string }, { ...closed, required: ["kind"] });
  const child = (part: JsonObject) => ({ allOf: [parent, part] });

  test.each<[string, (lives: JsonObject) => JsonObject]>([
    ["both closed", (lives) => child(object({ lives }, closed))],
    ["only the parent closed", (lives) => child(object({ lives }))],
    [
      "the parent without a requirement",
      (lives) => ({ allOf: [object({ b: string }, closed), object({ lives }, closed)] }),
    ],
    ["a closing without properties", (lives) => ({ allOf: [object({ lives })], ...closed })],
    [
      "a child that repeats a name",
      (lives) => child(object({ kind: string, lives }, { ...closed, required: ["lives"] })),
    ],
    [
      "three generations",
      (lives) => ({ allOf: [child(object({ c: string }, closed)), object({ lives }, closed)] }),
    ],
  ])("%s: a change is found", (_name, build) => {
    expect(impactsOf(build(string), build(integer))).toEqual(breaksAll);
    expect(impactsOf(build(string), build(string))).toEqual(["none", "none", "none", "none"]);
  });

  test("a property that neither declares is still refused", () => {
    const open = { allOf: [object({ kind: string }, { required: ["kind"] }), object({ lives: string })] };
    expect(impactsOf(open, child(object({ lives: string }, closed)))[0]).toBe("major");
  });

  test("a part that repeats names to close an object keeps its meaning", () => {
    const narrowed = (...names: string[]) => ({
      allOf: [object({ b: string, c: string })],
      ...object(Object.fromEntries(names.map((name) => [name, true])), closed),
    });
    expect(impactsOf(narrowed("b", "c"), narrowed("b")).slice(0, 2)).toEqual(["major", "minor"]);
  });
});

describe("a discriminator in the parent", () => {
  const animals = (mapping: Record<string, string> | undefined, names: readonly string[]): JsonObject => ({
    Animal: object(
      { type: string },
      {
        required: ["type"],
        discriminator: {
          propertyName: "type",
          ...(mapping
            ? {
                mapping: Object.fromEntries(
                  Object.entries(mapping).map(([key, name]) => [key, ref(name).$ref]),
                ),
              }
            : {}),
        },
      },
    ),
    ...Object.fromEntries(
      names.map((name) => [name, { allOf: [ref("Animal"), object({ [`a${name}`]: string })] }]),
    ),
  });
  const two = { oneOf: [ref("Cat"), ref("Dog")] };
  const three = { oneOf: [ref("Cat"), ref("Dog"), ref("Bird")] };

  test.each<[string, JsonObject]>([
    ["in a union", two],
    ["in a nullable union", { anyOf: [two, { type: "null" }] }],
    ["in a union with the parent", { oneOf: [ref("Animal"), ...two.oneOf] }],
    ["in place of the parent", ref("Animal")],
  ])("%s names its children: another value breaks", (_name, schema) => {
    const before = animals({ cat: "Cat", dog: "Dog" }, ["Cat", "Dog"]);
    const after = animals({ cat: "Cat", hound: "Dog" }, ["Cat", "Dog"]);
    expect(impactsOf(schema, schema, [before, after])).toEqual(breaksAll);
  });

  test("a further member of a union is a further variant, even beside one with a requirement", () => {
    const before = animals({ cat: "Cat", dog: "Dog" }, ["Cat", "Dog"]);
    const after = animals({ cat: "Cat", dog: "Dog", bird: "Bird" }, ["Cat", "Dog", "Bird"]);
    expect(impactsOf(two, three, [before, after])).toEqual(["minor", "major", "major", "minor"]);
  });

  test.each([true, false])("a further child is a further variant (mapping: %s)", (isMapped) => {
    const before = animals(isMapped ? { cat: "Cat" } : undefined, ["Cat"]);
    const after = animals(isMapped ? { cat: "Cat", dog: "Dog" } : undefined, ["Cat", "Dog"]);
    expect(impactsOf(ref("Animal"), ref("Animal"), [before, after])).toEqual([
      "minor",
      "major",
      "major",
      "minor",
    ]);
  });

  test("a mapped child outside the union changes nothing in it", () => {
    const before = animals({ cat: "Cat", dog: "Dog", bird: "Bird" }, ["Cat", "Dog", "Bird"]);
    const after = animals({ cat: "Cat", dog: "Dog", eagle: "Bird" }, ["Cat", "Dog", "Bird"]);
    expect(impactsOf(two, two, [before, after])).not.toContain("major");
  });
});

describe("a form with files", () => {
  const file = { type: "string", format: "binary" };
  const files = { type: "array", items: file };
  const impacts = (before: JsonObject, after: JsonObject) => {
    const form = (schema: JsonObject): Parts => ({
      operation: {
        requestBody: { content: { "multipart/form-data": { schema: object({ part: schema }) } } },
      },
    });
    return [verdictOf(form(before), form(after)).impact, verdictOf(form(after), form(before)).impact];
  };

  test.each<[JsonObject, JsonObject]>([
    [file, files],
    [{ contentMediaType: "image/png" }, { type: "array", items: { contentMediaType: "image/png" } }],
    [{ anyOf: [file, { type: "null" }] }, { anyOf: [files, { type: "null" }] }],
    [file, { ...files, type: ["array", "null"], minItems: 1 }],
  ])("takes one file as a list: %j -> %j", (one, several) => {
    expect(impacts(one, several)).toEqual(["minor", "major"]);
  });

  test.each<[JsonObject, JsonObject]>([
    [file, { ...files, minItems: 2 }],
    [file, { type: "array", items: string }],
    [string, { type: "array", items: string }],
  ])("does not take %j as %j", (one, several) => {
    expect(impacts(one, several)[0]).toBe("major");
  });
});

test("a parameter has no null, so nothing is lost without it", () => {
  const query = (schema: JsonObject): Parts => ({ parameters: [{ name: "limit", in: "query", schema }] });
  const nullable = query({ anyOf: [{ ...integer, minimum: 1 }, { type: "null" }] });
  const plain = query({ ...integer, minimum: 1 });
  expect([verdictOf(nullable, plain).impact, verdictOf(plain, nullable).impact]).toEqual(["patch", "patch"]);
  expect(verdictOf(nullable, query({ ...integer, minimum: 2 })).impact).toBe("major");
});
