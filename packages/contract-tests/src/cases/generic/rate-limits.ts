import type { ContractApi } from "../../openapi/contract-api.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { requestOnMissing } from "./plain-request.ts";

/** More requests than a target with a limit for this suite allows. */
const tooMany = 10;

/**
 * Over the rate limit every operation returns 429, and `Retry-After` is checked as on every 429. These cases only
 * run on targets with a known limit, to avoid exceeding another service's limit on purpose.
 */
export function rateLimitCases(api: ContractApi): ContractCase[] {
  return api.operations
    .filter((operation) => api.response(operation, 429)?.status === "429")
    .map((operation) => ({
      title: `${operation.operationId} is rate limited`,
      theme: "rate limits",
      operationId: operation.operationId,
      checks: ["decided_behaviour"],
      needs: [],
      rules: ["Retry-After#1", "errors#3", "RateLimited", "RateLimited#1"],
      async run(context) {
        const statuses: number[] = [];
        while (statuses.length < tooMany && !statuses.includes(429)) {
          const request = requestOnMissing(operation);
          statuses.push((await context.send(request, { status: [200, 404, 429] })).status);
        }
        verify(statuses.includes(429), `${tooMany} requests get ${statuses.join(", ")}`);
      },
    }));
}
