import { describe, expect, test } from "vitest";
import { bodyProbes } from "./body-probes.ts";
import { callerProbes, patchedFetchProbe } from "./caller-probes.ts";
import { type Row, renderTable } from "./render-table.ts";
import { retryProbes } from "./retry-probes.ts";
import { subjects } from "./subject.ts";
import { countRefusedTypos } from "./typo-probe.ts";

const rows: Row[] = [];

describe.each([...retryProbes, ...bodyProbes, ...callerProbes])("$title", ({ title, expected, run }) => {
  test(`ours: ${expected}`, { timeout: 60_000 }, async () => {
    const outcomes: string[] = [];
    for (const subject of subjects) outcomes.push(await run(subject));
    rows.push({ title, outcomes });
    expect(outcomes[0]).toBe(expected);
  });
});

test(`${patchedFetchProbe.title}: ours ${patchedFetchProbe.expected}`, async () => {
  const { title, expected, run } = patchedFetchProbe;
  const outcomes: string[] = [];
  // One after the other, as each replaces the global.
  for (const subject of subjects) outcomes.push(await run(subject));
  rows.push({ title, outcomes });
  expect(outcomes[0]).toBe(expected);
});

test("a misspelt parameter, field or option does not compile", { timeout: 60_000 }, async () => {
  const refused = await countRefusedTypos();
  const outcomes = ["compute-host-client", "openapi-fetch", "ky", "redocly-generate-client"].map(
    (file) => `${refused.get(file) ?? 0} of 3 refused`,
  );
  rows.push({ title: "A misspelt parameter, body field and option", outcomes });
  expect(outcomes[0]).toBe("3 of 3 refused");
});

test("the comparison that is published is what was measured", async () => {
  const { markdown, json } = renderTable(
    subjects.map(({ name }) => name),
    rows,
  );
  await expect(markdown).toMatchFileSnapshot("../../BEHAVIOUR.md");
  await expect(json).toMatchFileSnapshot("../../behaviour.gen.json");
});
