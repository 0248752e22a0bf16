import type { OperationId, operations } from "@compute-host/types";
import type { RuleId } from "../../openapi/rules.gen.ts";
import type { Capability } from "../../targets/capabilities.ts";
import type { CaseContext, ContractCase, Theme } from "../contract-case.ts";

/** At least one case. */
export type Cases = readonly [ContractCase, ...ContractCase[]];

type QueryOf<Id extends OperationId> = NonNullable<operations[Id]["parameters"]["query"]>;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : object;

/**
 * The cases of one operation. The compiler requires at least one for its behaviour, each query parameter and each
 * body property, so a part of the description without a case does not compile.
 */
export interface OperationCases<Id extends OperationId> {
  readonly behaviour: Cases;
  readonly query: { readonly [Name in keyof QueryOf<Id>]-?: Cases };
  readonly body: { readonly [Name in keyof BodyOf<Id>]-?: Cases };
}

/** Further parts of a case about an operation. */
export interface CaseOptions {
  /** The rules that require the behaviour. */
  readonly rules: readonly [RuleId, ...RuleId[]];
  readonly needs?: readonly Capability[];
  readonly startsSessions?: boolean;
  readonly onlyReads?: boolean;
}

/**
 * Creates a builder for cases about one operation, for targets that keep state.
 *
 * @param usual the options of cases that do not set them
 */
export function caseBuilder(operationId: OperationId, theme: Theme, usual: Partial<CaseOptions> = {}) {
  return (
    behaviour: string,
    run: (context: CaseContext) => Promise<void>,
    { needs = [], ...options }: CaseOptions,
  ): ContractCase => ({
    title: `${operationId} ${behaviour}`,
    theme,
    operationId,
    checks: ["decided_behaviour"],
    needs: ["keepsState", ...needs],
    ...usual,
    ...options,
    run,
  });
}
