import { afterAll, describe, test } from "vitest";
import { allCases } from "./cases/all-cases.ts";
import { createCaseContext, type RunSetting } from "./cases/case-context.ts";
import type { ContractCase } from "./cases/contract-case.ts";
import { planCases } from "./cases/plan.ts";
import { surveyTarget } from "./cases/survey.ts";
import { createLedger } from "./report/ledger.ts";
import { writeRunReport } from "./report/run-report.ts";
import { type ApiSpec, createApiSpec } from "./spec/api-spec.ts";
import { loadSpecDocument, type SpecDocument } from "./spec/spec-document.ts";
import type { Target } from "./targets/target.ts";

/**
 * Starts a target and defines a test for every case that it can run. What it cannot run is no test at all;
 * the report says what that is, and why.
 *
 * @param casesOf the cases to choose from. @default all of them
 */
export async function defineSuite(
  start: (document: SpecDocument) => Promise<Target>,
  casesOf: (spec: ApiSpec) => ContractCase[] = allCases,
): Promise<void> {
  const document = await loadSpecDocument();
  const spec = createApiSpec(document);
  const target = await start(document);
  const survey = await surveyTarget(target, spec);
  const setting: RunSetting = { target, spec, survey, ledger: createLedger() };
  const plan = planCases(casesOf(spec), target, survey);
  describe(`the contract, kept by the ${target.name}`, () => {
    for (const { title, run } of plan.runnable) test(title, () => run(createCaseContext(setting, title)));
  });
  afterAll(async () => {
    await target.close();
    await writeRunReport(setting, plan);
  });
}
