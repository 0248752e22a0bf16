import type { CheckName } from "../../conformance/check-names.ts";
import { type Authorization, noCredentials } from "../../http/carried-credentials.ts";
import type { ContractRequest } from "../../http/exchange.ts";
import { placesOf } from "../../openapi/credentials.ts";
import { decides, isDocumented } from "../../openapi/rules.ts";
import { type CaseContext, verify } from "../contract-case.ts";
import { requestOnMissing } from "./plain-request.ts";

/** Leaves out what some parsers read as the valid credential, unless the description decides that none may. */
export function judgeable(
  { api }: CaseContext,
  all: readonly Authorization[],
  secret: string,
): Authorization[] {
  const isPlain = ({ value }: Authorization) =>
    value !== null &&
    value.length < 500 &&
    /^(Basic [\w+/=]+|(\w+ )?[\w.:~+/-]+)$/.test(value) &&
    !` ${value}`.toLowerCase().endsWith(` ${secret.toLowerCase()}`);
  return all.filter((one) => decides(api, "authentication#1") || isPlain(one));
}

/** Sends a request with bad credentials, and fails unless it is refused as the description says. */
export async function refuse(context: CaseContext, request: ContractRequest, check: CheckName) {
  const response = await context.send(request);
  const { status, method } = response;
  const what = method === request.operation.method ? "the status" : `the status of ${method}`;
  // The interface requires credentials; which status their lack has is a decision.
  const rule = status < 400 ? "authentication" : "authentication#1";
  const isRefused = status === 401 || mayRefuseWith(context, request, status);
  verify(isRefused, `${what} is ${status}, not 401`, { check, rule });
  if (status !== 401) return response;
  const challenge = response.headers.get("www-authenticate") ?? "";
  const describesChallenge = context.api
    .response(request.operation, 401)
    ?.headers.some(({ name }) => name.toLowerCase() === "www-authenticate");
  const schemes = placesOf(context.api, request.operation)
    .map(({ prefix }) => prefix.trim())
    .filter(Boolean);
  const names = challenge.split(",").map((part) => part.trim().split(" ", 1)[0]?.toLowerCase());
  const isRight =
    !describesChallenge || schemes.length === 0 || schemes.some((name) => names.includes(name.toLowerCase()));
  verify(isRight, `WWW-Authenticate is "${challenge}", not ${schemes.join(" or ")}`, { check });
  return response;
}

/** Whether a description leaves open that bad credentials, or a record that does not exist, get another status. */
function mayRefuseWith(context: CaseContext, request: ContractRequest, status: number): boolean {
  const { operation, path = {}, authorization } = request;
  if (decides(context.api, "authentication#1") || !isDocumented(context.api, operation, status)) return false;
  if (status !== 404) return authorization !== noCredentials && [400, 403].includes(status);
  const missing = Object.values(requestOnMissing(context, operation).path ?? {});
  return missing.length > 0 && missing.every((id) => Object.values(path).includes(id));
}
