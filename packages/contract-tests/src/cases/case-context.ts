import type { CheckName, Violation } from "../conformance/check-names.ts";
import type { MissingHeaders } from "../conformance/missing-headers.ts";
import type { Observer } from "../conformance/observations.ts";
import { checkResponse, missingHeaderViolation } from "../conformance/response-checks.ts";
import { type ContractRequest, type Exchange, exchange, NoResponseError } from "../http/exchange.ts";
import { rawExchange } from "../http/raw-exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { Journal } from "../run/journal.ts";
import type { Target } from "../targets/target.ts";
import type { Fixtures } from "./contract-case.ts";
import { type CaseContext, ContractViolationError, type Wanted } from "./contract-case.ts";

/** The setting that all cases of a run share. */
export interface RunSetting {
  readonly target: Target;
  readonly api: ContractApi;
  readonly fixtures: Fixtures;
  readonly journal: Journal;
  readonly seed: number;
  readonly memory: Map<string, unknown>;
  readonly observers: readonly Observer[];
  readonly missingHeaders: MissingHeaders;
  /** Stops all cases; the run, not its cases, restores what was changed. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every response, in order of arrival. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** How often to repeat a request that the target did not process, and the maximum time to wait for it. */
const patience = { repetitions: 8, waitMs: 120_000 };

/** The context of a case, and the exchanges that it recorded. */
export interface RecordedContext {
  readonly context: CaseContext;
  readonly exchanges: readonly Exchange[];
}

/**
 * Creates the context of a case.
 *
 * @param operationId the operation that the case is about
 */
export function createCaseContext(setting: RunSetting, operationId?: string): RecordedContext {
  const exchanges: Exchange[] = [];
  const { target, api, fixtures, journal, seed, memory } = setting;
  const sendTo =
    (shown: Exchange[]) =>
    async (request: ContractRequest, wanted: Wanted = {}) => {
      const received = await sendPatiently(setting, request, wanted, (one) => {
        shown.push(one);
        setting.onExchange?.(one);
      });
      const violations = judge(setting, received, wanted, operationId);
      if (violations.length > 0) throw new ContractViolationError(violations);
      return received;
    };
  const context: CaseContext = {
    ...{ target, api, fixtures, journal, seed, memory },
    send: sendTo(exchanges),
    sendAside: sendTo([]),
    sendRaw: (request) => rawExchange(target, request),
  };
  return { context, exchanges };
}

/** Repeats a request that was not processed (429, 503) after the time in `Retry-After`. */
async function sendPatiently(
  { target, signal }: RunSetting,
  request: ContractRequest,
  wanted: Wanted,
  record: (received: Exchange) => void,
): Promise<Exchange> {
  for (let repetition = 0; ; repetition += 1) {
    signal?.throwIfAborted();
    const received = await exchangeOnce(target, request);
    record(received);
    const waitMs = Number(received.headers.get("retry-after") ?? Number.NaN) * 1000;
    const isUnprocessed = [429, 503].includes(received.status) && !isWanted(received, wanted);
    const isWorthIt = repetition < patience.repetitions && waitMs >= 0 && waitMs <= patience.waitMs;
    if (!isUnprocessed || !isWorthIt) return received;
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
  received: Exchange,
  wanted: Wanted,
  operationId: string | undefined,
): Violation[] {
  const { api, target, observers, missingHeaders } = setting;
  const statuses = [wanted.status ?? []].flat();
  const missing = wanted.isOutside ? [] : missingHeaders.report(api, received, operationId);
  return [
    ...checkWanted(received, statuses),
    ...checkResponse(api, received, {
      isServerErrorExpected: statuses.some((status) => status >= 500),
      maxResponseMs: target.maxResponseMs,
      writesOwnProblems: target.lacks.writesOwnProblems === undefined,
    }).filter(({ check }) => !wanted.isOutside || check === "not_a_server_error"),
    ...missing.map(missingHeaderViolation),
    ...(target.lacks.writesOwnProblems === undefined
      ? observers.flatMap((observe) => observe(received))
      : []),
  ];
}

function checkWanted({ status }: Exchange, statuses: readonly number[]): Violation[] {
  if (statuses.length === 0 || statuses.includes(status)) return [];
  const check: CheckName = "status_code_conformance";
  return [{ check, message: `the status is ${status}, not ${statuses.join(" or ")}` }];
}

function isWanted({ status }: Exchange, wanted: Wanted): boolean {
  return [wanted.status ?? []].flat().includes(status);
}
