import type { ContractCase } from "../cases/contract-case.ts";
import type { Violation } from "../conformance/check-names.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import type { Sentence } from "../openapi/sentences.ts";
import type { Target } from "../targets/target.ts";

/** One request and its response, as a report shows them: no token is in it. */
export interface ReportedExchange {
  /** The request as a line for a shell in which the tokens are set. */
  readonly curl: string;
  readonly status: number;
  /** The beginning of the response's body. */
  readonly body: string;
}

/** What somebody needs to mend a failure. */
export interface Failure {
  readonly violations: readonly Violation[];
  /** The sentence of the description that demands the behaviour. */
  readonly sentence?: Sentence | undefined;
  readonly diff?: string | undefined;
  /** The smallest body with which the target failed, as JSON. */
  readonly smallestBody?: string | undefined;
  /** The last exchanges of the case, the failing one at the end. */
  readonly exchanges: readonly ReportedExchange[];
}

/** What became of one case. */
export interface CaseOutcome {
  readonly contractCase: ContractCase;
  readonly outcome: "passed" | "failed" | "left out";
  /** Why it was left out. */
  readonly reason?: string | undefined;
  readonly failure?: Failure | undefined;
  readonly durationMs: number;
  /** The number of requests that it sent. */
  readonly requests: number;
}

/** What a run came to. */
export interface RunResult {
  readonly target: Target;
  readonly api: ContractApi;
  readonly seed: number;
  readonly outcomes: readonly CaseOutcome[];
  /** How many responses of each operation came with each status. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly durationMs: number;
  /** What could not be put back, by ID, and why. */
  readonly unrestored: readonly string[];
  /** Whether the signal stopped the run before its end. */
  readonly isInterrupted: boolean;
}
