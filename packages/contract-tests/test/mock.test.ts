import { afterAll, expect, test } from "vitest";
import { genericCases } from "../src/cases/generic/generic-cases.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { formatFailure } from "../src/report/summary.ts";
import { createMemoryJournal } from "../src/run/journal.ts";
import { runCase } from "../src/run/run-cases.ts";
import { createSetting } from "../src/run/run-contract.ts";
import { exampleCases } from "./mock/example-cases.ts";
import { startPrismTarget } from "./targets/prism-target.ts";

const api = loadApi();
const mock = await startPrismTarget(api);
afterAll(() => mock.close());

const setting = createSetting(mock, api, createMemoryJournal(), 1);
// A stateless mock lacks what the others need; `test/targets/lacks.ts` says why.
const cases = [...exampleCases(api), ...genericCases(api)].filter(({ needs }) =>
  needs.every((capability) => mock.lacks[capability] === undefined),
);

test.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, contractCase) => {
  const outcome = await runCase(contractCase, setting);
  expect(outcome.outcome, formatFailure(outcome, 1, (_format, text) => text) || outcome.reason).toBe(
    "passed",
  );
});
