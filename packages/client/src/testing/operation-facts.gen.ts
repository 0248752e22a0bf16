// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type { OperationFacts } from "./operation-facts.ts";
import type { OperationTable } from "./own-entry.ts";

/** Where an operation is not secured by the bearer token alone, or takes more than `application/json`. */
export const operationFacts: OperationTable<OperationFacts> = {
};
