import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import type { RunSetting } from "../src/cases/case-context.ts";
import { planCases, runCases } from "../src/cases/plan.ts";
import { surveyTarget } from "../src/cases/survey.ts";
import { computerBugs } from "../src/planting/computer-bugs.ts";
import { caseThatNotices } from "../src/planting/planted-bug.ts";
import { responseBugs } from "../src/planting/response-bugs.ts";
import { serviceBugs } from "../src/planting/service-bugs.ts";
import { createLedger } from "../src/report/ledger.ts";
import { createApiSpec } from "../src/spec/api-spec.ts";
import { loadSpecDocument } from "../src/spec/spec-document.ts";
import { startServiceTarget } from "../src/targets/service-target.ts";
import { tamperingTarget } from "../src/targets/tampering-target.ts";

const document = await loadSpecDocument();
const spec = createApiSpec(document);
const cases = allCases(spec);
const bugs = [...responseBugs, ...serviceBugs, ...computerBugs()].filter(
  (planted) => !planted.isForMocksOnly,
);

test("a service that passes its answers on untouched passes every case", async () => {
  const failed = await withService(async (setting) => {
    const target = tamperingTarget(setting.target, () => {});
    const { runnable } = planCases(cases, target, setting.survey);
    return (await runCases(runnable, { ...setting, target })).filter(({ error }) => error !== undefined);
  });
  expect(failed).toEqual([]);
});

test.each(bugs)("$check notices a service that $bug", async (planted) => {
  expect(await withService((setting) => caseThatNotices(planted, cases, setting))).toBeDefined();
});

/** Runs with a service of its own: what a bug has spoilt must not be what the next one is noticed by. */
async function withService<Result>(run: (setting: RunSetting) => Promise<Result>): Promise<Result> {
  const target = await startServiceTarget(document);
  try {
    return await run({ target, spec, survey: await surveyTarget(target, spec), ledger: createLedger() });
  } finally {
    await target.close();
  }
}
