// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { OperationId } from "@compute-host/types";
import type { OperationFacts } from "./operation-facts.ts";

/** Where an operation is not secured by the bearer token alone, or takes more than `application/json`. */
export const operationFacts: Readonly<Partial<Record<OperationId, OperationFacts>>> = {
};
