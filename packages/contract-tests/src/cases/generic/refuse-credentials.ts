import type { CheckName } from "../../conformance/check-names.ts";
import type { ContractRequest } from "../../http/exchange.ts";
import { type CaseContext, verify } from "../contract-case.ts";

/** Sends a request with bad credentials, and fails unless it is refused as the description says. */
export async function refuse(context: CaseContext, request: ContractRequest, check: CheckName) {
  const response = await context.send(request);
  const { status, method } = response;
  const what = method === request.operation.method ? "the status" : `the status of ${method}`;
  // The interface requires credentials; which status their lack has is a decision.
  const rule = status < 400 ? "authentication" : "authentication#1";
  verify(status === 401, `${what} is ${status}, not 401`, { check, rule });
  const challenge = response.headers.get("www-authenticate") ?? "";
  const names = challenge.split(",").map((part) => part.trim().split(" ", 1)[0]?.toLowerCase());
  verify(names.includes("bearer"), `WWW-Authenticate is "${challenge}", not Bearer`, { check });
  return response;
}
