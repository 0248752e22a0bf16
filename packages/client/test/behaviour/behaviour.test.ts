import { describe, expect, test } from "vitest";
import { bodyProbes } from "./body-probes.ts";
import { callerProbes, patchedFetchProbe, sharedSignalProbe } from "./caller-probes.ts";
import { type Row, renderTable } from "./render-table.ts";
import { retryProbes } from "./retry-probes.ts";
import { safetyProbes } from "./safety-probes.ts";
import { subjects } from "./subject.ts";
import { countRefusedTypos } from "./typo-probe.ts";

const rows: Row[] = [];

describe("probes that mostly wait, run concurrently", () => {
  const probes = [...retryProbes, ...bodyProbes, ...safetyProbes, ...callerProbes];

  test("all of them end", { timeout: 180_000 }, async () => {
    const run = async ({ title, run }: (typeof probes)[number]) => ({
      title,
      // A broken probe fails its own test only.
      outcomes: await Promise.all(
        subjects.map((subject) => run(subject).catch((error) => `the probe failed: ${error}`)),
      ),
    });
    rows.push(...(await Promise.all(probes.map(run))));
    expect(rows).toHaveLength(probes.length);
  });

  test.each(probes)("$title: $expected", ({ title, expected }) => {
    expect(rows.find((row) => row.title === title)?.outcomes[0]).toBe(expected);
  });
});

test.each([sharedSignalProbe, patchedFetchProbe])(
  "$title: $expected",
  { timeout: 90_000 },
  async ({ title, expected, run }) => {
    const outcomes: string[] = [];
    for (const subject of subjects) outcomes.push(await run(subject));
    rows.push({ title, outcomes });
    expect(outcomes[0]).toBe(expected);
  },
);

test("a misspelt parameter, field or option does not compile", { timeout: 60_000 }, async () => {
  const refused = await countRefusedTypos();
  const files = ["compute-host-client", "openapi-fetch", "ky", "redocly-generate-client", "openai-node"];
  const outcomes = files.map((file) => `${refused.get(file) ?? 0} of 3 refused`);
  rows.push({ title: "A misspelt parameter, body field and option", outcomes });
  expect(outcomes[0]).toBe("3 of 3 refused");
});

test("the published comparison matches the measurements", async () => {
  const clients = subjects.map(({ name }) => name);
  const { markdown, json } = renderTable(clients, rows);
  await expect(markdown).toMatchFileSnapshot("../../BEHAVIOUR.md");
  await expect(json).toMatchFileSnapshot("../../behaviour.gen.json");
});
