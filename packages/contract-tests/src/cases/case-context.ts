import type { Violation } from "../conformance/check-names.ts";
import type { Observer } from "../conformance/observations.ts";
import {
  checkResponse,
  isProblem,
  knownProblemRule,
  missingHeadersOf,
  redirects,
  responseRule,
  ruleOf,
} from "../conformance/response-checks.ts";
import { type ContractRequest, type Exchange, exchange, NoResponseError } from "../http/exchange.ts";
import { rawExchange } from "../http/raw-exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { RuleId } from "../openapi/rules.gen.ts";
import { basisOf } from "../openapi/rules.ts";
import type { Journal } from "../run/journal.ts";
import type { Target } from "../targets/target.ts";
import { type CaseContext, ContractViolationError, type Wanted } from "./contract-case.ts";

/** The setting that all cases of a run share. */
export interface RunSetting {
  readonly target: Target;
  readonly api: ContractApi;
  readonly journal: Journal;
  readonly seed: number;
  readonly memory: Map<string, unknown>;
  readonly observers: readonly Observer[];
  /** The required header fields that responses lack; the first case that meets one fails for it, not every case. */
  readonly missingHeaders: Set<string>;
  /** Whether a response that only differs from this project's decisions lets its case go on. @default false */
  readonly toleratesDecisions?: boolean | undefined;
  /** Stops all cases; the run, not its cases, restores what was changed. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every response, in order of arrival. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** How often to repeat a request that the target did not process, and the maximum time to wait for it. */
const patience = { repetitions: 8, waitMs: 120_000 };

/** The status of a method that a server does not know (RFC 9110, section 15.6.2). */
const notImplemented = 501;

/** The context of a case, and the exchanges that it recorded. */
export interface RecordedContext {
  readonly context: CaseContext;
  readonly exchanges: readonly Exchange[];
  /** How responses differ from this project's decisions, if that is tolerated. */
  readonly differences: readonly Violation[];
}

/**
 * Creates the context of a case.
 *
 * @param rule the rule that a response with an unexpected status breaks
 */
export function createCaseContext(setting: RunSetting, rule: RuleId): RecordedContext {
  const exchanges: Exchange[] = [];
  const differences: Violation[] = [];
  const { target, api, journal, seed, memory } = setting;
  const recordIn = (shown: Exchange[]) => (one: Exchange) => {
    shown.push(one);
    if (one.status > 0) setting.onExchange?.(one);
  };
  const sendTo =
    (shown: Exchange[]) =>
    async (request: ContractRequest, wanted: Wanted = {}) => {
      const check = (received: Exchange, expected: Wanted) => {
        const isOutside = expected.mayBeIntercepted && isIntercepted(received);
        const unexpected = isOutside ? [] : checkStatus(api, received, expected, rule);
        const violations = [...unexpected, ...judge(setting, request, received, expected)];
        const isTolerable = (one: Violation) => basisOf(api, one.rule) === "decision";
        const isTolerated = setting.toleratesDecisions && unexpected.length === 0;
        if (isTolerated && violations.every(isTolerable)) differences.push(...violations);
        else if (violations.length > 0) throw new ContractViolationError(violations);
      };
      const received = await patiently(setting, wanted, async () => {
        for (const { sending } of setting.observers) sending?.(request);
        const one = await exchangeOnce(target, request);
        recordIn(shown)(one);
        // A response that is only waited for has to be right too.
        if (isUnprocessed(one, wanted)) {
          check(one, { ...wanted, status: one.status });
          // A request that was not processed has changed nothing, which only shows before it is repeated.
          if (one.method !== "GET" && request.path?.computerId !== undefined)
            await sendTo([])({ operation: api.operation("getComputer"), path: request.path });
        }
        return one;
      });
      if (isUnprocessed(received, wanted)) throw new ContractViolationError([stillUnprocessed(received)]);
      check(received, wanted);
      return received;
    };
  const context: CaseContext = {
    target,
    api,
    journal,
    seed,
    memory,
    send: sendTo(exchanges),
    sendAside: sendTo([]),
    async sendRaw(request) {
      const received = await patiently(setting, {}, async () => {
        const one = await rawExchange(target, request);
        recordIn(exchanges)(one);
        return one;
      });
      if (isUnprocessed(received, {})) throw new ContractViolationError([stillUnprocessed(received)]);
      return received;
    },
  };
  return { context, exchanges, differences };
}

/** Repeats a request that was not processed after the time in `Retry-After`. */
async function patiently(
  { target, signal }: RunSetting,
  wanted: Wanted,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  for (let repetition = 0; ; repetition += 1) {
    signal?.throwIfAborted();
    const received = await send();
    const waitMs = Number(received.headers.get("retry-after") ?? Number.NaN) * 1000;
    const isWorthIt = repetition < patience.repetitions && waitMs >= 0 && waitMs <= patience.waitMs;
    if (!isUnprocessed(received, wanted) || !isWorthIt) return received;
    // `Retry-After: 0` would otherwise retry in a tight loop.
    await target.passTime(Math.max(waitMs, 100));
  }
}

/**
 * Sends a request, and repeats it once if the connection breaks, for example because the server closed an idle one.
 * Repeats only idempotent requests (RFC 9110, section 9.2.2), which includes the updates here.
 */
async function exchangeOnce(target: Target, request: ContractRequest): Promise<Exchange> {
  return exchange(target, request).catch((error: unknown) => {
    const isBroken =
      error instanceof NoResponseError && /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(error.message);
    if (!isBroken || (request.method ?? request.operation.method) === "POST") throw error;
    return exchange(target, request);
  });
}

function judge(
  setting: RunSetting,
  request: ContractRequest,
  received: Exchange,
  wanted: Wanted,
): Violation[] {
  const { api, target, observers, missingHeaders } = setting;
  const statuses = [wanted.status ?? []].flat();
  const isOutside = wanted.isOutside || (wanted.mayBeIntercepted && isIntercepted(received));
  const missing = missingHeadersOf(api, received).filter(
    ({ message }) => !isOutside && !missingHeaders.has(message),
  );
  for (const { message } of missing) missingHeaders.add(message);
  const writesOwnProblems = target.lacks.writesOwnProblems === undefined;
  const violations = checkResponse(api, received, {
    isServerErrorExpected: statuses.some((status) => status >= 500),
    maxResponseMs: target.maxResponseMs,
    writesOwnProblems,
  });
  // The description says nothing of a response outside of it, which still must not be a failure of the server.
  const isFailure = ({ check }: Violation) =>
    check === "not_a_server_error" && received.status !== notImplemented;
  return [
    ...(isOutside ? violations.filter(isFailure) : violations),
    ...missing,
    ...(writesOwnProblems ? observers.flatMap(({ observe }) => observe(received, request)) : []),
  ];
}

/** Whether a refusal comes from a server's HTTP layer or a proxy: an implementation sends a problem document. */
function isIntercepted(received: Exchange): boolean {
  return received.status >= 400 && received.status < 500 && !isProblem(received);
}

function checkStatus(api: ContractApi, received: Exchange, wanted: Wanted, rule: RuleId): Violation[] {
  const { status, method, operation } = received;
  const statuses = [wanted.status ?? []].flat();
  if (statuses.length === 0 || statuses.includes(status)) return [];
  // The operation's own method needs no mention.
  const what = method === operation.method ? "the status" : `the status of ${method}`;
  const message = `${what} is ${status}, not ${statuses.join(" or ")}`;
  const broken = brokenByStatus(api, received, { ...wanted, statuses, caseRule: rule });
  return [{ check: "status_code_conformance", message, rule: broken }];
}

/** Returns the rule that an unexpected status breaks: the case's, unless the status says more. */
function brokenByStatus(
  api: ContractApi,
  received: Exchange,
  { statuses, rule, caseRule }: Wanted & { readonly statuses: readonly number[]; readonly caseRule: RuleId },
): RuleId {
  const { status, method, operation } = received;
  const operationRule = operation.operationId as RuleId;
  // The interface states what a success is; a redirect in place of a refusal breaks the decision about redirects.
  if (redirects.includes(status)) {
    const isInPlaceOfSuccess = method === operation.method && statuses.some((one) => one < 300);
    return isInPlaceOfSuccess ? operationRule : ruleOf(received);
  }
  if (status < 400 && ruleOf(received) === operationRule) return operationRule;
  // A conflict where there is none breaks the rule about conflicts.
  if (status === 409 && statuses.every((one) => one < 300)) return responseRule(api, received);
  const broken = knownProblemRule(api, received) ?? rule ?? caseRule;
  // The interface states no status of an error, so another one than wanted breaks the decision about that one.
  const isOpen = rule === undefined && status >= 400 && statuses.every((one) => one >= 400);
  const [refusal = status] = statuses;
  return isOpen && basisOf(api, broken) === "interface"
    ? responseRule(api, { ...received, status: refusal })
    : broken;
}

function stillUnprocessed({ status, headers }: Exchange): Violation {
  const rule = status === 429 ? "RateLimited#1" : "Unavailable#1";
  const after = `Retry-After: ${headers.get("retry-after")}`;
  const message = `the status is still ${status} (${after}) after ${patience.repetitions} repetitions`;
  return { check: "status_code_conformance", rule, message };
}

/** Whether a request was not processed (429, 503), unless the case is about that. */
function isUnprocessed({ status }: Exchange, wanted: Wanted): boolean {
  return [429, 503].includes(status) && ![wanted.status ?? []].flat().includes(status);
}
