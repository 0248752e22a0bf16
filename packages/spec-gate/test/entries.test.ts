import { expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import { json, object, verdictOf } from "./api.ts";

const string = { type: "string" };

test("a change to a shared schema is named by the schema, not by one of the paths to it", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const get = (schema: unknown) => ({ responses: { 200: { description: "Ok.", content: json(schema) } } });
  const deep = object({ deep: object({ er: ref("Intent") }) });
  const api = (Intent: unknown): Parts => ({
    paths: { "/a": { get: get(ref("Intent")) }, "/b": { get: get(deep) } },
    schemas: { Intent, Card: object({ number: string }) },
  });
  const placesOf = (before: unknown, after: unknown) =>
    verdictOf(api(before), api(after))
      .changes.filter(({ impact }) => impact === "major")
      .map(({ place, subjects }) => [place, subjects.length]);
  const all = { a: string, in: object({ b: string }), card: ref("Card") };
  expect(placesOf(object(all), object({ ...all, a: { type: "integer" } }))).toEqual([
    ["schema Intent › a", 2],
  ]);
  expect(placesOf(object(all), object({ ...all, in: object({}) }))).toEqual([["schema Intent › in › b", 2]]);
  expect(placesOf(object(all), object({ a: string, in: object({ b: string }) }))).toEqual([
    ["schema Intent › card", 2],
  ]);
});

test("a pattern with the anchors of another language says so", () => {
  const [change] = verdictOf(
    { request: { ...string, pattern: "\\A[a-z]+\\Z" } },
    { request: { ...string, pattern: "^[a-z]+$" } },
  ).changes;
  expect(change?.message).toBe(
    "texts that used to match are rejected (\\A and \\Z are not anchors in ECMA-262)",
  );
});
