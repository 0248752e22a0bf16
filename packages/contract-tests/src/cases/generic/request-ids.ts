import { isSecured } from "@compute-host/openapi";
import { noCredentials } from "../../http/carried-credentials.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { requestToRefuse } from "./plain-request.ts";

const repetitions = 5;

/** Every response has its own request ID, even for concurrent requests. */
export function requestIdCases(api: ContractApi): ContractCase[] {
  const withId = api.operations.filter(
    (operation) =>
      isSecured(operation) &&
      api.response(operation, 401)?.headers.some(({ name }) => name.toLowerCase() === "x-request-id"),
  );
  return withId.map((operation) => ({
    title: `${operation.operationId} gives every response a different X-Request-Id`,
    theme: "responses",
    operationId: operation.operationId,
    checks: ["unique_request_id"],
    needs: ["writesOwnProblems"],
    rules: ["X-Request-Id#1", "errors#2"],
    async run(context) {
      const request = { ...(await requestToRefuse(context, operation)), authorization: noCredentials };
      const sent = Array.from({ length: repetitions }, () => context.send(request, { status: 401 }));
      const ids = new Set((await Promise.all(sent)).map(({ headers }) => headers.get("x-request-id")));
      verify(ids.size === repetitions, `${repetitions} responses share ${ids.size} request IDs`);
    },
  }));
}
