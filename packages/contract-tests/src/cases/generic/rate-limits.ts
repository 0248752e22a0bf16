import type { ContractApi } from "../../openapi/contract-api.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { requestOnMissing } from "./plain-request.ts";

/** More requests than a target that is limited for this suite lets through. */
const tooMany = 10;

/**
 * Over the rate limit every operation answers with 429; `Retry-After` is checked as on every 429. These cases are for
 * targets whose limit is known: no test runs into somebody else's on purpose.
 */
export function rateLimitCases(api: ContractApi): ContractCase[] {
  return api.operations
    .filter((operation) => api.response(operation, 429)?.status === "429")
    .map((operation) => ({
      title: `${operation.operationId} is limited in its rate`,
      theme: "rate limits",
      operationId: operation.operationId,
      checks: ["decided_behaviour"],
      needs: [],
      says: "seconds to wait before you repeat the request",
      async run(context) {
        const statuses: number[] = [];
        while (statuses.length < tooMany && !statuses.includes(429)) {
          const request = requestOnMissing(context, operation);
          statuses.push((await context.send(request, { status: [200, 404, 429] })).status);
        }
        verify(statuses.includes(429), `${tooMany} requests get ${statuses.join(", ")}`);
      },
    }));
}
