import { expect, test } from "vitest";
import type { Impact } from "../src/compare/rule.ts";
import type { JsonObject } from "../src/json-value.ts";
import { object, verdictOf } from "./api.ts";
import { judgeSpellings } from "./nullable-spellings.ts";

const any = { nullable: true };
const A = { $ref: "#/components/schemas/A" };
const words = (...values: string[]) => ({ type: "string", enum: values });

const parts = (side: "request" | "response", schema: unknown, own: JsonObject, openapi = "3.0.3") => ({
  openapi,
  [side]: object({ a: schema }),
  schemas: { A: own, Null: any },
});

test("references that may be null are judged alike, however they are written", () => {
  expect(judgeSpellings().filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

test("an entry says that another alternative accepts any value", () => {
  const messageWith = (schema: unknown) =>
    verdictOf(parts("response", schema, words("a")), parts("response", schema, words("a", "b"))).changes[0]
      ?.message;
  const plain = "values that readers do not know may be sent";
  expect(messageWith({ anyOf: [A, {}] })).toBe(`${plain} (one alternative accepts any value)`);
  expect(messageWith({ anyOf: [A, any] })).toBe(plain);
});

test.each<[name: string, before: unknown, after: unknown, Impact, Impact]>([
  ["another way to write it", { anyOf: [A, any] }, { allOf: [A], nullable: true }, "patch", "patch"],
  ["a reference that becomes nullable", A, { ...A, nullable: true }, "minor", "major"],
  [
    "a typed part that becomes nullable",
    { type: "string", allOf: [A] },
    { type: "string", allOf: [A], nullable: true },
    "minor",
    "major",
  ],
  ["a list of words that becomes nullable", words("a"), { ...words("a"), nullable: true }, "minor", "major"],
  ["a member that becomes nullable", { allOf: [A] }, { anyOf: [A, any] }, "minor", "major"],
  ["a part that becomes nullable", { allOf: [A] }, { allOf: [A, any] }, "minor", "major"],
  ["null that is no longer allowed", { anyOf: [A, any] }, A, "major", "minor"],
  ["any value and a value that may be null", {}, any, "patch", "patch"],
  [
    "an open set",
    { anyOf: [words("a"), { type: "string" }] },
    { anyOf: [words("a", "b"), { type: "string" }] },
    "patch",
    "patch",
  ],
  [
    "any value beside a new alternative",
    { anyOf: [A, {}] },
    { anyOf: [A, { type: "integer" }, {}] },
    "minor",
    "major",
  ],
])("%s", (_name, before, after, sent, read) => {
  const impactOf = (side: "request" | "response") =>
    verdictOf(parts(side, before, words("a")), parts(side, after, words("a"))).impact;
  expect([impactOf("request"), impactOf("response")]).toEqual([sent, read]);
});

test.each([
  { anyOf: [A, { type: "null" }] },
  { type: "null", allOf: [A] },
  { type: "null", ...A },
  { type: ["string", "null"], enum: ["a"] },
])("OpenAPI 3.1 writes the same with the type null: %j", (schema) => {
  const after = parts("response", schema, words("a"), "3.1.0");
  for (const nullable of [{ anyOf: [A, any] }, { ...A, ...any }, { ...words("a"), ...any }]) {
    const before = parts("response", nullable, words("a"));
    expect([verdictOf(before, after).impact, verdictOf(after, before).impact]).toEqual(["patch", "patch"]);
  }
});

test.each([
  { type: "string", enum: [null] },
  { enum: [null], nullable: true },
])("null alone: %j", (schema) => {
  const [before, after] = [parts("response", schema, {}), parts("response", { type: "null" }, {}, "3.1.0")];
  expect([verdictOf(before, after).impact, verdictOf(after, before).impact]).toEqual(["patch", "patch"]);
});
