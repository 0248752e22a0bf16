import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allProbes } from "./all-probes.ts";
import { comparisonPage, readPage, renderPage } from "./comparison.ts";
import { ours, oursByPath } from "./subject.ts";

test.each(allProbes)("$title: $expected", async ({ run, expected }) => {
  expect(await run(ours)).toBe(expected);
});

const comparison = await readPage();

test.each(allProbes)("by paths, $title: as published", async ({ title, run }) => {
  const [, byPath] = comparison.rows.find((row) => row.title === title)?.outcomes ?? [];
  expect(await run(oursByPath)).toBe(byPath);
});

test("the published comparison has these cases with these results", async () => {
  expect(comparison.clients.slice(0, 2)).toEqual([ours.name, oursByPath.name]);
  expect(comparison.rows.map(({ title, outcomes }) => [title, outcomes[0]])).toEqual(
    allProbes.map(({ title, expected }) => [title, expected]),
  );
  expect(await readFile(comparisonPage, "utf8")).toBe(renderPage(comparison));
});
