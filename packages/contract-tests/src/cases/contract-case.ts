import type { Computer } from "@compute-host/types";
import type { CheckName, Violation } from "../conformance/check-names.ts";
import type { ContractRequest, Exchange } from "../http/exchange.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { Capability } from "../targets/capabilities.ts";
import type { Target } from "../targets/target.ts";

/** The computers that the token's owner had before the first case ran, steps included. */
export interface Survey {
  readonly computers: readonly Computer[];
}

/** What a case says about the answer that it wants. */
export interface Wanted {
  readonly status?: number;
  /** The example of the spec that the answer should be; only a mock can be asked for one. */
  readonly example?: string;
  /** The example of the spec that the request sends. */
  readonly requestExample?: string;
}

/** What a case is given. */
export interface CaseContext {
  readonly target: Target;
  readonly spec: ApiSpec;
  readonly survey: Survey;
  /** Sends a request, checks the answer against the spec and against what is wanted, and records it. */
  send(request: ContractRequest, wanted?: Wanted): Promise<Exchange>;
  /** Records an answer that was not got through `send`. */
  record(operationId: string, status: string): void;
}

/** One behaviour that a target has to show. */
export interface ContractCase {
  /** The behaviour, in the present tense. */
  readonly title: string;
  readonly operationId: string;
  /** The checks that the case makes, beside those that every answer has to pass. */
  readonly checks: readonly CheckName[];
  readonly needs: readonly Capability[];
  /** Says what the owner's computers lack for this case, or nothing where they suffice. */
  readonly missingData?: ((survey: Survey) => string | undefined) | undefined;
  run(context: CaseContext): Promise<void>;
}

/** A target that breaks the contract; carries everything that was found wrong. */
export class ContractViolationError extends Error {
  override readonly name = "ContractViolationError";
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[], subject: string) {
    super(`${subject}\n${violations.map(({ check, message }) => `  ${check}: ${message}`).join("\n")}`);
    this.violations = violations;
  }
}

/** Fails the case in the name of a check unless the condition holds. */
export function verify(check: CheckName, condition: boolean, message: string): asserts condition {
  if (!condition)
    throw new ContractViolationError([{ check, message }], "A behaviour is not as the contract says:");
}
