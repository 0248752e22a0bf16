import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allProbes } from "./all-probes.ts";
import { type Comparison, comparisonFile, comparisonPage, renderPage } from "./comparison.ts";
import { ours } from "./subject.ts";

test.each(allProbes)("$title: $expected", async ({ run, expected }) => {
  expect(await run(ours)).toBe(expected);
});

test("the published comparison has these cases with these results", async () => {
  const comparison = JSON.parse(await readFile(comparisonFile, "utf8")) as Comparison;
  expect(comparison.clients[0]).toBe(ours.name);
  expect(comparison.rows.map(({ title, outcomes }) => [title, outcomes[0]])).toEqual(
    allProbes.map(({ title, expected }) => [title, expected]),
  );
  expect(await readFile(comparisonPage, "utf8")).toBe(renderPage(comparison));
});
