import type { BrokenRule, CheckName, Violation } from "../conformance/check-names.ts";
import type { ContractRequest, Exchange } from "../http/exchange.ts";
import type { RawRequest } from "../http/raw-exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { RuleId } from "../openapi/rules.gen.ts";
import type { Journal } from "../run/journal.ts";
import type { Capability } from "../targets/capabilities.ts";
import type { Target } from "../targets/target.ts";

/** The kind of bug that a case looks for. */
export type Theme =
  | "credentials"
  | "methods and paths"
  | "queries"
  | "bodies"
  | "responses"
  | "list"
  | "records"
  | "updates"
  | "hosts"
  | "retries"
  | "owners"
  | "concurrency";

/** The response that a case expects. */
export interface Wanted {
  /** The allowed status or statuses. */
  readonly status?: number | readonly number[];
  /** The rule that any other status breaks. @default the first of the case */
  readonly rule?: RuleId;
  /** Whether the request is outside the interface, which allows any response except a server error other than 501. */
  readonly isOutside?: boolean;
  /**
   * Whether a server's HTTP layer or a proxy may refuse the request with any 4xx, in its own words, before an
   * implementation sees it.
   */
  readonly mayBeIntercepted?: boolean;
}

/** The context that a case runs in. */
export interface CaseContext {
  readonly target: Target;
  readonly api: ContractApi;
  readonly journal: Journal;
  /** The seed of all random choices; the same seed produces the same requests. */
  readonly seed: number;
  /** Facts about the target that the cases of a run remember, by name. */
  readonly memory: Map<string, unknown>;
  /** Sends a request and checks the response against the description and the expectation. */
  send(request: ContractRequest, wanted?: Wanted): Promise<Exchange>;
  /**
   * Like {@link CaseContext.send}, for requests that failures should not show because they are not part of the
   * case.
   */
  sendAside(request: ContractRequest, wanted?: Wanted): Promise<Exchange>;
  /** Sends a request on its own socket, and checks nothing but that it is processed in the end. */
  sendRaw(request: RawRequest): Promise<Exchange>;
}

/** At least one rule. */
export type RuleIds = readonly [RuleId, ...RuleId[]];

/** Path parameters by name. */
export type PathValues = Readonly<Record<string, string>>;

/** A behaviour that a target has to show. Cases are data: nothing runs before {@link ContractCase.run}. */
export interface ContractCase {
  /** The behaviour, in the present tense; no two cases share one. */
  readonly title: string;
  readonly theme: Theme;
  /** The operation under which the summary counts the case; absent if it is about every operation. */
  readonly operationId?: string;
  /** The checks that the case makes, in addition to those for every response. */
  readonly checks: readonly CheckName[];
  readonly needs: readonly Capability[];
  /**
   * The rules of the interface that require the behaviour; the first is broken by a response with an unexpected
   * status.
   */
  readonly rules: RuleIds;
  /** Whether the case starts install sessions; such cases run last, because running sessions block others. */
  readonly startsSessions?: boolean;
  /** Whether the case changes nothing and may run at the same time as others of this kind. @default false */
  readonly onlyReads?: boolean;
  /**
   * @throws ContractViolationError if the target breaks the contract
   * @throws LeftOutError if the target lacks what the case needs
   */
  run(context: CaseContext): Promise<void>;
}

/** Details that help to fix a violation. */
export interface ViolationDetail {
  readonly check?: CheckName;
  /** Where the response shows it; see {@link Violation.place}. */
  readonly place?: readonly string[];
  /** The smallest body that still makes the target fail. */
  readonly smallestBody?: unknown;
}

/** The target breaks the contract; carries all violations found. */
export class ContractViolationError extends Error {
  override readonly name = "ContractViolationError";
  readonly violations: readonly Violation[];
  readonly detail: ViolationDetail;

  constructor(violations: readonly Violation[], detail: ViolationDetail = {}) {
    super(violations.map(({ message }) => message).join("\n"));
    this.violations = violations;
    this.detail = detail;
  }
}

/** A case cannot run on this target; the message says why. */
export class LeftOutError extends Error {
  override readonly name = "LeftOutError";
}

/**
 * Fails the case unless the condition holds.
 *
 * @param rule the rule that is broken otherwise
 */
export function verify(
  condition: boolean,
  rule: BrokenRule,
  message: string,
  detail: ViolationDetail = {},
): asserts condition {
  const { check = "decided_behaviour", place } = detail;
  if (condition) return;
  throw new ContractViolationError([{ check, rule, message, ...(place && { place }) }], detail);
}
