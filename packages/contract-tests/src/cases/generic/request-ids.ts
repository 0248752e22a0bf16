import { noCredentials } from "../../http/carried-credentials.ts";
import type { ContractCase } from "../contract-case.ts";
import { requestToRefuse } from "./plain-request.ts";

/** Every response has its own request ID, even for concurrent requests. */
export const requestIdCase: ContractCase = {
  title: "every operation gives every response a different X-Request-Id",
  theme: "responses",
  checks: ["unique_request_id"],
  needs: ["writesOwnProblems"],
  rules: ["X-Request-Id#1", "errors#2"],
  async run(context) {
    for (const operation of context.api.operations) {
      const request = { ...(await requestToRefuse(context, operation)), authorization: noCredentials };
      // The observer of request IDs compares them.
      await Promise.all([1, 2, 3, 4, 5].map(() => context.send(request, { status: 401 })));
    }
  },
};
