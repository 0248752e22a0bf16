import { expect, test } from "vitest";
import { loadIdioms } from "../corpus/load-idioms.ts";
import { judgeSpellings } from "../corpus/nullable-spellings.ts";
import { judgeIdiom } from "../corpus/run-idioms.ts";

const kinds = [
  ...[
    "nullable-reference",
    "upload",
    "union-member",
    "enum-value",
    "first-parameter",
    "page",
    "dates",
    "map",
  ],
  ...["inheritance", "security", "error-body", "rename", "required-field", "refactoring", "numbers"],
];

const pairs = loadIdioms();

/** A form-style object explodes into the same query parameters, which the gate does not prove. */
const open = ["springdoc/parameters-of-an-object", "springdoc/parameters-of-an-object, back"];

test("judges the idioms of frameworks as their verdicts say", () => {
  const wrong = pairs.map(judgeIdiom).filter(({ result }) => result !== "right");
  expect(wrong.map(({ pair: { name }, result }) => `${name}: ${result}`)).toEqual(
    open.map((name) => `${name}: false alarm`),
  );
});

test("judges references that may be null alike, however they are written", () => {
  expect(judgeSpellings().filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

const frameworks = new Set(pairs.map(({ framework }) => framework));
frameworks.delete("mixed");

test.each([...frameworks])("has every kind of change as %s writes it", (name) => {
  const written = pairs.filter(({ framework }) => framework === name).map(({ kind }) => kind);
  expect(written).toEqual(expect.arrayContaining(kinds));
});
