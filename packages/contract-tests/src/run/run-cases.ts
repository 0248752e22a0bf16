import { createCaseContext, type RunSetting } from "../cases/case-context.ts";
import { type ContractCase, ContractViolationError, LeftOutError } from "../cases/contract-case.ts";
import type { Violation } from "../conformance/check-names.ts";
import { curlLine } from "../describe/curl-line.ts";
import { excerpt } from "../describe/excerpt.ts";
import { maskTokens } from "../describe/mask-tokens.ts";
import { type Exchange, exchange, NoResponseError } from "../http/exchange.ts";
import { basisOf, quoted } from "../openapi/rules.ts";
import type { CaseOutcome, Failure } from "./outcome.ts";

/** The maximum number of exchanges in a failure. */
const shownExchanges = 4;
/** The waits before each attempt to reach a service that did not respond. */
const probeWaitsMs = [0, 500, 2_000];

/** The outcomes of a run, and whether it ended early because the service no longer responds. */
interface Ran {
  readonly outcomes: readonly CaseOutcome[];
  readonly isCutOff: boolean;
}

/**
 * Runs cases in sequence; a failure does not stop the others, only the run's signal does, or a service that no longer
 * responds to anything.
 */
export async function runCases(
  cases: readonly ContractCase[],
  setting: RunSetting,
  onOutcome: (outcome: CaseOutcome) => void = () => {},
): Promise<Ran> {
  const outcomes: CaseOutcome[] = [];
  let isCutOff = false;
  for (const contractCase of cases) {
    if (setting.signal?.aborted) break;
    const outcome = await runCase(contractCase, setting);
    if (setting.signal?.aborted) break;
    outcomes.push(outcome);
    onOutcome(outcome);
    isCutOff = outcome.failure?.isUnanswered === true && !(await responds(setting));
    if (isCutOff) break;
  }
  return { outcomes, isCutOff };
}

/** Whether a service that left a request without a response still responds to another. */
async function responds({ target, api }: RunSetting): Promise<boolean> {
  const operation = api.operation("listComputers");
  for (const waitMs of probeWaitsMs) {
    await target.passTime(waitMs);
    const isAnswered = await exchange(target, { operation }).then(
      () => true,
      (error: unknown) => !(error instanceof NoResponseError),
    );
    if (isAnswered) return true;
  }
  return false;
}

/** Runs one case. */
export async function runCase(contractCase: ContractCase, setting: RunSetting): Promise<CaseOutcome> {
  const { context, exchanges, differences } = createCaseContext(setting, contractCase.rules[0]);
  const startedAt = performance.now();
  const measured = () => ({
    contractCase,
    basis: basisOf(setting.api, contractCase.rules[0]),
    durationMs: performance.now() - startedAt,
    requests: exchanges.length,
  });
  const lacking = contractCase.needs.find((capability) => setting.target.lacks[capability] !== undefined);
  if (lacking !== undefined) {
    return { ...measured(), outcome: "left out", reason: setting.target.lacks[lacking] };
  }
  try {
    await contractCase.run(context);
    if (differences.length === 0) return { ...measured(), outcome: "passed" };
    throw new ContractViolationError(differences.slice(0, 1));
  } catch (error) {
    if (error instanceof LeftOutError) {
      return { ...measured(), outcome: "left out", reason: error.message };
    }
    const failure = describeFailure(contractCase, error, exchanges, setting);
    const isOfInterface = failure.violations.some(({ rule }) => basisOf(setting.api, rule) === "interface");
    return { ...measured(), basis: isOfInterface ? "interface" : "decision", outcome: "failed", failure };
  }
}

function describeFailure(
  contractCase: ContractCase,
  error: unknown,
  exchanges: readonly Exchange[],
  { target, api }: RunSetting,
): Failure {
  const detail = error instanceof ContractViolationError ? error.detail : {};
  const violations = violationsOf(error, contractCase);
  const failure: Failure = {
    violations,
    isUnanswered: error instanceof NoResponseError,
    rule: quoted(api, violations[0]?.rule),
    smallestBody: detail.smallestBody === undefined ? undefined : JSON.stringify(detail.smallestBody),
    exchanges: exchanges.slice(-shownExchanges).map((one) => ({
      curl: curlLine(one, target.baseUrl),
      status: one.status,
      body: excerpt(one.text, violations[0]?.place),
    })),
  };
  return maskTokens(failure, target);
}

function violationsOf(error: unknown, { rules }: ContractCase): readonly Violation[] {
  if (error instanceof ContractViolationError) return error.violations;
  if (error instanceof NoResponseError)
    return [{ check: "status_code_conformance", rule: "info", message: error.message }];
  // A bug in the suite itself, which takes the stack to fix.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [{ check: "decided_behaviour", rule: rules[0], message: `The case itself failed: ${message}` }];
}
