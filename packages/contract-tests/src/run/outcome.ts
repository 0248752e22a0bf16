import type { ContractCase } from "../cases/contract-case.ts";
import type { Violation } from "../conformance/check-names.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { Basis, QuotedRule } from "../openapi/rules.ts";
import type { Target } from "../targets/target.ts";

/** A request and its response as a report shows them, without tokens. */
export interface ReportedExchange {
  /** The request as a line for a shell with the token variables set. */
  readonly curl: string;
  readonly status: number;
  /** The response's body, a long one cut around what is wrong. */
  readonly body: string;
}

/** Everything needed to fix a failure. */
export interface Failure {
  readonly violations: readonly Violation[];
  /** Whether a request got no response at all. */
  readonly isUnanswered: boolean;
  /** The rule of the description that requires the behaviour. */
  readonly rule?: QuotedRule | undefined;
  /** The smallest body that made the target fail, as JSON. */
  readonly smallestBody?: string | undefined;
  /** The last exchanges of the case, the failing one at the end. */
  readonly exchanges: readonly ReportedExchange[];
}

/** The outcome of a case. */
export interface CaseOutcome {
  readonly contractCase: ContractCase;
  readonly outcome: "passed" | "failed" | "left out";
  /** Whose rule the case is about; for a failure, whose rule is broken. */
  readonly basis: Basis;
  /** Why it was left out. */
  readonly reason?: string | undefined;
  readonly failure?: Failure | undefined;
  readonly durationMs: number;
  /** The number of requests that it sent. */
  readonly requests: number;
}

/** The result of a run. */
export interface RunResult {
  readonly target: Target;
  readonly api: ContractApi;
  readonly seed: number;
  readonly outcomes: readonly CaseOutcome[];
  /** The number of responses by operation and status. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly durationMs: number;
  /** What could not be restored, by ID, with the reason. */
  readonly unrestored: readonly string[];
  /** Whether the signal stopped the run before its end. */
  readonly isInterrupted: boolean;
  /** Why the run ended early, if no further case could have proved anything. */
  readonly trouble: string | undefined;
}
