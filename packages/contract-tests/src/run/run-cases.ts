import { createCaseContext, type RunSetting } from "../cases/case-context.ts";
import { type ContractCase, ContractViolationError, LeftOutError } from "../cases/contract-case.ts";
import { inParallel } from "../cases/in-parallel.ts";
import type { Violation } from "../conformance/check-names.ts";
import { curlLine } from "../describe/curl-line.ts";
import { excerpt, withoutMiddle } from "../describe/excerpt.ts";
import { maskTokens } from "../describe/mask-tokens.ts";
import { type Exchange, NoResponseError } from "../http/exchange.ts";
import { basisOf, quoted } from "../openapi/rules.ts";
import type { CaseOutcome, Failure } from "./outcome.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** The maximum number of exchanges in a failure. */
const shownExchanges = 4;
/** How many cases that only read run at the same time. */
const readersAtOnce = 8;

/** The outcomes of a run, and why it ended early, if it did. */
interface Ran {
  readonly outcomes: readonly CaseOutcome[];
  readonly trouble: string | undefined;
}

/**
 * Runs the cases that only read in parallel, then the others in sequence. A failure does not stop the others; the run's
 * signal does, and so does trouble in which no case can prove anything.
 */
export async function runCases(
  cases: readonly ContractCase[],
  setting: RunSetting,
  onOutcome: (outcome: CaseOutcome) => void = () => {},
): Promise<Ran> {
  const outcomes: CaseOutcome[] = [];
  let trouble: Trouble | undefined;
  const isOver = () => setting.signal?.aborted === true || trouble !== undefined;
  const run = async (contractCase: ContractCase) => {
    if (isOver()) return;
    const outcome = await runCase(contractCase, setting);
    if (isOver()) return;
    const found = outcome.outcome === "failed" ? await troubleOf(setting) : undefined;
    if (isOver()) return;
    trouble = found;
    // Only a request that left the service without a response says something about the service.
    if (trouble && !(trouble.isUnanswered && outcome.failure?.isUnanswered)) return;
    outcomes.push(outcome);
    onOutcome(outcome);
  };
  await inParallel(
    cases.filter(({ onlyReads }) => onlyReads),
    run,
    readersAtOnce,
  );
  for (const one of cases.filter(({ onlyReads }) => !onlyReads)) await run(one);
  const places = new Map(cases.map((one, place) => [one, place]));
  const placeOf = ({ contractCase }: CaseOutcome) => places.get(contractCase) ?? 0;
  return {
    outcomes: outcomes.toSorted((one, other) => placeOf(one) - placeOf(other)),
    trouble: trouble?.message,
  };
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
  const masked = <Value>(value: Value) => maskTokens(value, target);
  // Tokens are masked before a text is cut, which could leave a part of one. None comes into the names of checks and the
  // rules of the description.
  const violations = violationsOf(error, contractCase).map((each) => ({
    ...each,
    message: withoutMiddle(masked(each.message)),
    ...(each.place ? { place: masked(each.place) } : {}),
  }));
  return {
    violations,
    isUnanswered: error instanceof NoResponseError,
    rule: quoted(api, violations[0]?.rule),
    smallestBody: detail.smallestBody === undefined ? undefined : masked(JSON.stringify(detail.smallestBody)),
    exchanges: exchanges.slice(-shownExchanges).map((one) => ({
      curl: masked(curlLine(one, target.baseUrl)),
      status: one.status,
      body: excerpt(masked(one.text), violations[0]?.place),
    })),
  };
}

function violationsOf(error: unknown, { rules }: ContractCase): readonly Violation[] {
  if (error instanceof ContractViolationError) return error.violations;
  if (error instanceof NoResponseError)
    return [{ check: "status_code_conformance", rule: "info", message: error.message }];
  // A bug in the suite itself, whose fix needs the stack.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [{ check: "decided_behaviour", rule: rules[0], message: `The case itself failed: ${message}` }];
}
