/**
 * Measures every client and rewrites the published comparison: `pnpm --filter @compute-host/client behaviour`. Not part of
 * `npm test`, which another client's behaviour must not decide.
 */
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allProbes } from "./all-probes.ts";
import { type Comparison, comparisonPage, renderPage } from "./comparison.ts";
import { type Subject, subjects } from "./subject.ts";

const rows: Comparison["rows"][number][] = [];

test.each(allProbes)("$title", async ({ title, run }) => {
  const outcomes: string[] = [];
  for (const subject of subjects) outcomes.push(await run(subject));
  rows.push({ title, outcomes });
});

test("every probe has a row in the comparison", async () => {
  expect(rows).toHaveLength(allProbes.length);
  const comparison: Comparison = {
    measuredOn: new Date().toISOString().slice(0, 10),
    clients: await Promise.all(subjects.map(labelOf)),
    rows,
  };
  await writeFile(comparisonPage, renderPage(comparison));
});

async function labelOf({ name, package: installed }: Subject): Promise<string> {
  if (installed === undefined) return name;
  const manifest = new URL(`../../node_modules/${installed}/package.json`, import.meta.url);
  return `${name} ${JSON.parse(await readFile(manifest, "utf8")).version}`;
}
