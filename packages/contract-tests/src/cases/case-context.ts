import type { Violation } from "../conformance/check-names.ts";
import { checkResponse } from "../conformance/response-checks.ts";
import { type ContractRequest, type Exchange, exchange } from "../http/exchange.ts";
import type { Ledger } from "../report/ledger.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { Target } from "../targets/target.ts";
import { type CaseContext, ContractViolationError, type Survey, type Wanted } from "./contract-case.ts";

/** What all cases of one run have in common. */
export interface RunSetting {
  readonly target: Target;
  readonly spec: ApiSpec;
  readonly survey: Survey;
  readonly ledger: Ledger;
}

/** Makes the context of one case, whose title stands beside everything that it records. */
export function createCaseContext(setting: RunSetting, title: string): CaseContext {
  const { target, spec, survey, ledger } = setting;
  return {
    target,
    spec,
    survey,
    record: (operationId, status) => ledger.record({ case: title, operationId, status }),
    async send(request, wanted = {}) {
      const answer = await exchange(target, request);
      ledger.record({
        case: title,
        operationId: request.operation.operationId,
        status: documentedStatus(spec, answer),
        example: wanted.example,
        requestExample: wanted.requestExample,
      });
      const violations = [...checkWanted(answer, wanted), ...checkConformance(setting, answer, wanted)];
      if (violations.length > 0)
        throw new ContractViolationError(violations, describeExchange(answer, request));
      return answer;
    },
  };
}

function checkConformance({ spec, target }: RunSetting, answer: Exchange, wanted: Wanted): Violation[] {
  return checkResponse(spec, answer, {
    isServerErrorExpected: (wanted.status ?? 0) >= 500,
    maxResponseMs: target.maxResponseMs,
    writesOwnProblems: target.lacks.writesOwnProblems === undefined,
  });
}

function checkWanted({ status }: Exchange, wanted: Wanted): Violation[] {
  if (wanted.status === undefined || wanted.status === status) return [];
  return [{ check: "status_code_conformance", message: `the status is ${status}, not ${wanted.status}` }];
}

function documentedStatus(spec: ApiSpec, { operation, status }: Exchange): string {
  return spec.response(operation, status)?.status ?? String(status);
}

const shownCharacters = 500;

function describeExchange({ method, url, status, text }: Exchange, { json }: ContractRequest): string {
  const sent = json === undefined ? "" : ` with ${JSON.stringify(json).slice(0, shownCharacters)}`;
  return `${method} ${url}${sent} was answered with ${status} and ${text.slice(0, shownCharacters) || "no body"}`;
}
