import type { OperationId, operations } from "@compute-host/types";
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
 * The cases about one operation. The compiler demands at least one for its behaviour, for each query parameter and for
 * each property of its body: what the description declares and no case asks for does not compile.
 */
export interface OperationCases<Id extends OperationId> {
  readonly behaviour: Cases;
  readonly query: { readonly [Name in keyof QueryOf<Id>]-?: Cases };
  readonly body: { readonly [Name in keyof BodyOf<Id>]-?: Cases };
}

/** What a case about an operation may say beside its behaviour. */
export interface CaseOptions {
  /** A phrase of the sentence that demands it. */
  readonly says?: string;
  readonly needs?: readonly Capability[];
  readonly startsSessions?: boolean;
}

/** Makes a builder of cases about one operation, on a target that keeps state. */
export function caseBuilder(operationId: OperationId, theme: Theme) {
  return (
    behaviour: string,
    run: (context: CaseContext) => Promise<void>,
    { needs = [], ...options }: CaseOptions = {},
  ): ContractCase => ({
    title: `${operationId} ${behaviour}`,
    theme,
    operationId,
    checks: ["decided_behaviour"],
    needs: ["keepsState", ...needs],
    ...options,
    run,
  });
}
