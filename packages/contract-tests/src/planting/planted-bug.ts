import type { RunSetting } from "../cases/case-context.ts";
import type { ContractCase } from "../cases/contract-case.ts";
import { ContractViolationError } from "../cases/contract-case.ts";
import { planCases, runCases } from "../cases/plan.ts";
import type { CheckName } from "../conformance/check-names.ts";
import { responseChecks } from "../conformance/response-checks.ts";
import { createLedger } from "../report/ledger.ts";
import { type Tamper, tamperingTarget } from "../targets/tampering-target.ts";

/** A bug that a service could have, and the check that has to notice it. */
export interface PlantedBug {
  readonly bug: string;
  readonly check: CheckName;
  readonly tamper: Tamper;
  /** The operation whose cases have to notice it; any, unless it is named. */
  readonly operationId?: string;
  /** Whether only a target that answers as it is asked ever sends what the bug is about. */
  readonly isForMocksOnly?: boolean;
  /** Replaces the target's limit, for a bug that is about time. */
  readonly maxResponseMs?: number;
}

/** The titles of the cases in which the check notices the bug, tried one by one until the first that does. */
export async function caseThatNotices(
  planted: PlantedBug,
  cases: readonly ContractCase[],
  setting: RunSetting,
): Promise<string | undefined> {
  const tampered = tamperingTarget(setting.target, planted.tamper);
  const target = { ...tampered, maxResponseMs: planted.maxResponseMs ?? tampered.maxResponseMs };
  const concerned = cases.filter((one) => concerns(planted, one));
  const { runnable } = planCases(concerned, target, setting.survey);
  for (const contractCase of runnable) {
    const [outcome] = await runCases([contractCase], { ...setting, target, ledger: createLedger() });
    if (violatedChecks(outcome?.error).includes(planted.check)) return contractCase.title;
  }
  return undefined;
}

/** Whether a case makes the check, on the operation that the bug is in. */
function concerns({ check, operationId }: PlantedBug, contractCase: ContractCase): boolean {
  if (operationId !== undefined && operationId !== contractCase.operationId) return false;
  return check in responseChecks || contractCase.checks.includes(check);
}

/** The checks that an error of a case names; fast-check wraps the error of the value that failed. */
export function violatedChecks(error: unknown): CheckName[] {
  if (error instanceof ContractViolationError) return error.violations.map((violation) => violation.check);
  return error instanceof Error && error.cause !== undefined ? violatedChecks(error.cause) : [];
}
