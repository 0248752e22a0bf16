import { createCaseContext, type RunSetting } from "../cases/case-context.ts";
import { type ContractCase, ContractViolationError, LeftOutError } from "../cases/contract-case.ts";
import type { Violation } from "../conformance/check-names.ts";
import type { MissingHeader } from "../conformance/missing-headers.ts";
import { missingHeaderViolation } from "../conformance/response-checks.ts";
import { curlLine } from "../describe/curl-line.ts";
import { maskTokens } from "../describe/mask-tokens.ts";
import { type Exchange, NoResponseError } from "../http/exchange.ts";
import { MissingCredentialError } from "../openapi/credentials.ts";
import { findSentence } from "../openapi/sentences.ts";
import type { CaseOutcome, Failure } from "./outcome.ts";

/** The maximum number of exchanges in a failure. */
const shownExchanges = 4;
/** The maximum length of a response body in a failure. */
const shownCharacters = 600;

/** Runs cases in sequence; a failure does not stop the others, only the run's signal does. */
export async function runCases(
  cases: readonly ContractCase[],
  setting: RunSetting,
  onOutcome: (outcome: CaseOutcome) => void = () => {},
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const contractCase of cases) {
    if (setting.signal?.aborted) break;
    const outcome = await runCase(contractCase, setting);
    if (setting.signal?.aborted) break;
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  const late = setting.missingHeaders.unreported().map((missing) => lateFailure(missing, setting));
  for (const outcome of late) onOutcome(outcome);
  return [...outcomes, ...late];
}

/** The failure of an operation whose own cases did not run, or did not see the response without the header field. */
function lateFailure(
  { operationId, status, name, exchange }: MissingHeader,
  setting: RunSetting,
): CaseOutcome {
  const contractCase: ContractCase = {
    title: `${operationId} sends ${name} with ${status}`,
    theme: "responses",
    operationId,
    checks: ["response_headers_conformance"],
    needs: [],
    run: async () => {},
  };
  const error = new ContractViolationError([missingHeaderViolation(name)]);
  const failure = describeFailure(contractCase, error, [exchange], setting);
  return { contractCase, outcome: "failed", failure, durationMs: 0, requests: 0 };
}

/** Runs one case. */
export async function runCase(contractCase: ContractCase, setting: RunSetting): Promise<CaseOutcome> {
  const { context, exchanges } = createCaseContext(setting, contractCase.operationId);
  const startedAt = performance.now();
  const measured = () => ({
    contractCase,
    durationMs: performance.now() - startedAt,
    requests: exchanges.length,
  });
  const lacking = contractCase.needs.find((capability) => setting.target.lacks[capability] !== undefined);
  if (lacking !== undefined) {
    return { ...measured(), outcome: "left out", reason: setting.target.lacks[lacking] };
  }
  try {
    await contractCase.run(context);
    return { ...measured(), outcome: "passed" };
  } catch (error) {
    if (error instanceof LeftOutError || error instanceof MissingCredentialError) {
      return { ...measured(), outcome: "left out", reason: error.message };
    }
    const failure = describeFailure(contractCase, error, exchanges, setting);
    return { ...measured(), outcome: "failed", failure };
  }
}

function describeFailure(
  contractCase: ContractCase,
  error: unknown,
  exchanges: readonly Exchange[],
  { target, api }: RunSetting,
): Failure {
  const { says } = contractCase;
  const detail = error instanceof ContractViolationError ? error.detail : {};
  const violations = violationsOf(error);
  // The time limit is an option of the run: no sentence of the description requires it.
  const isOnlySlow = violations.every(({ check }) => check === "max_response_time");
  const failure: Failure = {
    violations,
    sentence: says === undefined || isOnlySlow ? undefined : findSentence(api, says),
    diff: detail.diff,
    smallestBody: detail.smallestBody === undefined ? undefined : JSON.stringify(detail.smallestBody),
    exchanges: exchanges.slice(-shownExchanges).map((one) => ({
      curl: curlLine(one, target.baseUrl),
      status: one.status,
      body: one.text.slice(0, shownCharacters),
    })),
  };
  return maskTokens(failure, target);
}

function violationsOf(error: unknown): readonly Violation[] {
  if (error instanceof ContractViolationError) return error.violations;
  if (error instanceof NoResponseError) return [{ check: "status_code_conformance", message: error.message }];
  // A bug in the suite itself, which takes the stack to fix.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [{ check: "decided_behaviour", message: `The case itself failed: ${message}` }];
}
