import type { ApiSpec } from "../spec/api-spec.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

const repetitions = 5;

/** Every answer has a request id of its own. */
export function requestIdCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.map((operation) => ({
    title: `${operation.operationId} gives every answer another X-Request-Id`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["writesOwnProblems"],
    async run(context) {
      const ids = new Set<string | null>();
      for (let sent = 0; sent < repetitions; sent += 1) {
        const request = { ...validRequest(context, operation), authorization: null };
        ids.add((await context.send(request, { status: 401 })).headers.get("x-request-id"));
      }
      verify(
        "decided_behaviour",
        ids.size === repetitions,
        `${repetitions} answers share ${ids.size} request ids`,
      );
    },
  }));
}
