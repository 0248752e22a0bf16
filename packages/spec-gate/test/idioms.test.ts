import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadIdioms } from "../corpus/load-idioms.ts";
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

// `test/full` judges all of them, and writes the page.
test("judges every sixth idiom of frameworks as its page says", () => {
  const page = readFileSync(new URL("../corpus/idioms/README.md", import.meta.url), "utf8");
  const wrong = pairs
    .filter((_, index) => index % 6 === 0)
    .map(judgeIdiom)
    .filter(({ pair, result }) => result !== "right" && !page.includes(`- ${pair.name}: ${result}`));
  expect(wrong).toEqual([]);
});

const frameworks = new Set(pairs.map(({ framework }) => framework));
frameworks.delete("mixed");

test.each([...frameworks])("has every kind of change as %s writes it", (name) => {
  const written = pairs.filter(({ framework }) => framework === name).map(({ kind }) => kind);
  expect(written).toEqual(expect.arrayContaining(kinds));
});
