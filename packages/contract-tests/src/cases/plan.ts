import type { SkippedCase } from "../report/ledger.ts";
import type { Target } from "../targets/target.ts";
import { createCaseContext, type RunSetting } from "./case-context.ts";
import type { ContractCase, Survey } from "./contract-case.ts";

/** The cases that a target can run, and those that it cannot. */
export interface Plan {
  readonly runnable: ContractCase[];
  readonly skipped: SkippedCase[];
}

/** Chooses the cases by what the target can do and by the computers that are there. */
export function planCases(cases: readonly ContractCase[], target: Target, survey: Survey): Plan {
  const plan: Plan = { runnable: [], skipped: [] };
  for (const contractCase of cases) {
    const reason = reasonToSkip(contractCase, target, survey);
    if (reason === undefined) plan.runnable.push(contractCase);
    else plan.skipped.push({ title: contractCase.title, operationId: contractCase.operationId, reason });
  }
  return plan;
}

function reasonToSkip(contractCase: ContractCase, target: Target, survey: Survey): string | undefined {
  const lacking = contractCase.needs.find((capability) => target.lacks[capability] !== undefined);
  return lacking === undefined ? contractCase.missingData?.(survey) : target.lacks[lacking];
}

/** The outcome of one case that was run outside a test. */
export interface CaseOutcome {
  readonly contractCase: ContractCase;
  readonly error: unknown;
}

/** Runs cases one after the other and collects what they threw; none stops the others. */
export async function runCases(cases: readonly ContractCase[], setting: RunSetting): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const contractCase of cases) {
    const error = await contractCase.run(createCaseContext(setting, contractCase.title)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    outcomes.push({ contractCase, error });
  }
  return outcomes;
}
