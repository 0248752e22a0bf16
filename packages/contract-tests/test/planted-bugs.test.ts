import { afterAll, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { planCases, runCases } from "../src/cases/plan.ts";
import { caseThatNotices } from "../src/planting/planted-bug.ts";
import { responseBugs } from "../src/planting/response-bugs.ts";
import { createLedger } from "../src/report/ledger.ts";
import { createApiSpec } from "../src/spec/api-spec.ts";
import { loadSpecDocument } from "../src/spec/spec-document.ts";
import { startPrismTarget } from "../src/targets/prism-target.ts";
import { tamperingTarget } from "../src/targets/tampering-target.ts";

const document = await loadSpecDocument();
const spec = createApiSpec(document);
const target = await startPrismTarget(document);
const setting = { target, spec, survey: { computers: [] }, ledger: createLedger() };
const cases = allCases(spec);

afterAll(() => target.close());

test("a target that passes its answers on untouched passes every case", async () => {
  const untouched = tamperingTarget(target, () => {});
  const { runnable } = planCases(cases, untouched, setting.survey);
  const outcomes = await runCases(runnable, { ...setting, target: untouched });
  expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
});

test.each(responseBugs)("$check notices a target that $bug", async (planted) => {
  expect(await caseThatNotices(planted, cases, setting)).toBeDefined();
});
