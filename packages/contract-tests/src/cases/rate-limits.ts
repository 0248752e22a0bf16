import type { ApiSpec } from "../spec/api-spec.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

/** More requests than a target that is limited for this suite lets through. */
const tooMany = 10;

/** Over the rate limit every operation answers with 429; `Retry-After` is checked as on every 429. */
export function rateLimitCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.map((operation) => ({
    title: `${operation.operationId} is limited in its rate`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["limitsRate"],
    async run(context) {
      const statuses: number[] = [];
      while (statuses.length < tooMany && !statuses.includes(429)) {
        statuses.push((await context.send(validRequest(context, operation))).status);
      }
      verify(
        "decided_behaviour",
        statuses.includes(429),
        `${tooMany} requests are answered with ${statuses}`,
      );
    },
  }));
}
