import type { Json, Operation } from "@compute-host/openapi/model";
import type { CheckName, Violation } from "../conformance/check-names.ts";
import type { ContractRequest, Exchange } from "../http/exchange.ts";
import type { RawRequest, RawResponse } from "../http/raw-exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { Journal } from "../run/journal.ts";
import type { Capability } from "../targets/capabilities.ts";
import type { Target } from "../targets/target.ts";

/** What bugs a case is after; the kill table counts by it. */
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
  | "concurrency"
  | "rate limits";

/** What a case says about the response that it wants. */
export interface Wanted {
  /** One status, or several that are all right. */
  readonly status?: number | readonly number[];
  /** Whether the request is outside the interface, where any response will do that is no failure. */
  readonly isOutside?: boolean;
}

/** What a case is given. */
export interface CaseContext {
  readonly target: Target;
  readonly api: ContractApi;
  readonly fixtures: Fixtures;
  readonly journal: Journal;
  /** Starts everything that is random; the same seed gives the same requests. */
  readonly seed: number;
  /** What the cases of one run remember of the target, by name. */
  readonly memory: Map<string, unknown>;
  /** Sends a request and checks the response against the description and against what is wanted. */
  send(request: ContractRequest, wanted?: Wanted): Promise<Exchange>;
  /** Like {@link CaseContext.send}, for what is no part of the case: a failure does not show it. */
  sendAside(request: ContractRequest, wanted?: Wanted): Promise<Exchange>;
  /** Sends a request on a socket of its own; nothing is checked. */
  sendRaw(request: RawRequest): Promise<RawResponse>;
}

/** Path parameters by name. */
export type PathValues = Readonly<Record<string, string>>;

/** What cases that know nothing but the description need to know of a target: which records there are. */
export interface Fixtures {
  /** Names a record that is there and that nothing is done to. */
  existing(context: CaseContext, operation: Operation): Promise<PathValues>;
  /** Names a record that may be changed and put back. */
  changeable(context: CaseContext, operation: Operation): Promise<PathValues>;
  /** Names a record that is not there. */
  missing(operation: Operation): PathValues;
  /** A body that an operation takes and that changes nothing. */
  harmlessBody(api: ContractApi, operation: Operation): Json | undefined;
  /** Leaves out of a body what could not be undone on that target. */
  reversible(context: CaseContext, path: PathValues, body: unknown): unknown;
  /** Runs something that changes that record, and puts it back. */
  restoring(context: CaseContext, path: PathValues, run: () => Promise<void>): Promise<void>;
}

/** One behaviour that a target has to show. Cases are data: nothing runs before {@link ContractCase.run}. */
export interface ContractCase {
  /** The behaviour, in the present tense; no two cases share one. */
  readonly title: string;
  readonly theme: Theme;
  /** Where the summary counts it. */
  readonly operationId: string;
  /** The checks that the case makes, beside those that every response has to pass. */
  readonly checks: readonly CheckName[];
  readonly needs: readonly Capability[];
  /** A phrase of the sentence in the description that demands it. */
  readonly says?: string;
  /** Whether it starts install sessions: such cases come last, since what runs is in the way of others. */
  readonly startsSessions?: boolean;
  /**
   * @throws ContractViolationError where the target breaks the contract
   * @throws LeftOutError where the target has not what the case needs
   */
  run(context: CaseContext): Promise<void>;
}

/** What helps to mend a violation. */
export interface ViolationDetail {
  readonly check?: CheckName;
  /** How what came differs from what was expected, line by line. */
  readonly diff?: string;
  /** The smallest body with which the target still fails. */
  readonly smallestBody?: unknown;
}

/** A target that breaks the contract; carries everything that was found wrong. */
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

/** Says that a case cannot be run on this target, and why. */
export class LeftOutError extends Error {
  override readonly name = "LeftOutError";
}

/** Fails the case unless the condition holds. */
export function verify(condition: boolean, message: string, detail: ViolationDetail = {}): asserts condition {
  const { check = "decided_behaviour" } = detail;
  if (!condition) throw new ContractViolationError([{ check, message }], detail);
}
