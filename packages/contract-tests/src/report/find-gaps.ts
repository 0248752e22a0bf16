import type { ApiSpec } from "../spec/api-spec.ts";
import type { LedgerEntry } from "./ledger.ts";

/** What the spec has and a run has not exercised: operations, responses, examples of answers and of requests. */
export function findGaps(spec: ApiSpec, entries: readonly LedgerEntry[]): string[] {
  return spec.operations.flatMap(({ operationId, responses, requestBody }) => {
    const own = entries.filter((entry) => entry.operationId === operationId);
    if (own.length === 0) return [`${operationId}`];
    const missingRequests = (requestBody?.examples ?? [])
      .filter(({ name }) => !own.some((entry) => entry.requestExample === name))
      .map(({ name }) => `${operationId} request ${name}`);
    const missingResponses = responses.flatMap(({ status, bodies }) => {
      const answers = own.filter((entry) => entry.status === status);
      if (answers.length === 0) return [`${operationId} ${status}`];
      return bodies
        .flatMap((body) => body.examples)
        .filter(({ name }) => !answers.some((entry) => entry.example === name))
        .map(({ name }) => `${operationId} ${status} ${name}`);
    });
    return [...missingRequests, ...missingResponses];
  });
}
