import { type Operation, parametersIn } from "@compute-host/openapi";
import type { CheckName } from "../../../conformance/check-names.ts";
import { problemWords } from "../../../conformance/problem-words.ts";
import { type Authorization, bearerOf, noCredentials } from "../../../http/carried-credentials.ts";
import type { ContractRequest } from "../../../http/exchange.ts";
import type { Capability } from "../../../targets/capabilities.ts";
import type { Target } from "../../../targets/target.ts";
import { type CaseContext, type ContractCase, type RuleIds, verify } from "../../contract-case.ts";
import { inParallel } from "../../in-parallel.ts";
import { isSafe, requestOnMissing, requestToRefuse } from "../plain-request.ts";
import { nearMissesOf, otherSchemes, respeltTokensOf, unknownCredentials } from "./credentials.ts";

type Carried = Pick<ContractRequest, "authorization" | "query" | "headers">;

/** Every operation refuses every kind of bad credential with 401 before it reveals anything else. */
export const authenticationCases: readonly ContractCase[] = [
  refusal(
    "refuses a request without Authorization",
    [],
    () => each([noCredentials]),
    "missing_required_header",
  ),
  refusal("refuses invalid and unknown tokens", ["knowsTokens"], () => each(unknownCredentials)),
  refusal("refuses the valid token under any scheme but Bearer", ["knowsTokens"], (target) =>
    each(otherSchemes(target)),
  ),
  refusal("refuses tokens that are nearly the valid one", ["knowsTokens"], (target) =>
    each(nearMissesOf(target)),
  ),
  {
    title: "listComputers refuses the valid token with any character changed, or spelt in another way",
    theme: "credentials",
    operationId: "listComputers",
    checks: ["ignored_auth"],
    needs: ["knowsTokens"],
    rules: ["authentication#1", "authentication"],
    async run(context) {
      const operation = context.api.operation("listComputers");
      const refused = async (authorization: Authorization) =>
        void (await refuse(context, { operation, authorization }, "ignored_auth"));
      await inParallel(respeltTokensOf(context.target), refused, 8);
    },
  },
  refusal("takes the token only from Authorization", ["knowsTokens"], elsewhere),
  refusal("refuses a revoked token", ["knowsTokens", "hasRevokedToken"], (target) =>
    each(withdrawn(target).slice(0, 1)),
  ),
  refusal("refuses an expired token", ["knowsTokens", "hasExpiredToken"], (target) =>
    each(withdrawn(target).slice(-1)),
  ),
  // Scheme names are case-insensitive (RFC 9110, section 11.1); the description leaves open whether a service knows
  // that.
  credentialCase(
    "accepts the scheme Bearer in any letter case, or returns 401",
    ["authentication"],
    ["knowsTokens"],
    async (context, operation) => {
      const { value, shown } = bearerOf(context.target);
      const request = requestOnMissing(operation);
      const { status: usual } = await context.send(request);
      for (const scheme of ["bearer", "BEARER"]) {
        const [sent, said] = [value ?? "", shown].map((text) => text.replace("Bearer", scheme)) as [
          string,
          string,
        ];
        await context.send(
          { ...request, authorization: { value: sent, shown: said } },
          { status: [usual, 401] },
        );
      }
    },
  ),
  credentialCase(
    "refuses every bad credential with the same response",
    ["Unauthenticated#1"],
    ["knowsTokens", "writesOwnProblems"],
    saysTheSame,
    "decided_behaviour",
  ),
  credentialCase(
    "reveals nothing about a query or a body without valid credentials",
    ["errors#4"],
    ["knowsTokens", "answersMalformedJson"],
    comesFirst,
  ),
];

/** Creates a case about each operation. */
function credentialCase(
  behaviour: string,
  rules: RuleIds,
  needs: readonly Capability[],
  runFor: (context: CaseContext, operation: Operation) => Promise<void>,
  check: CheckName = "ignored_auth",
): ContractCase {
  return {
    title: `every operation ${behaviour}`,
    theme: "credentials",
    checks: [check],
    needs,
    rules,
    async run(context) {
      for (const operation of context.api.operations) await runFor(context, operation);
    },
  };
}

function refusal(
  behaviour: string,
  needs: readonly Capability[],
  carriedBy: (target: Target) => readonly Carried[],
  check: CheckName = "ignored_auth",
): ContractCase {
  const rules = ["authentication#1", "authentication", "Unauthenticated", "WWW-Authenticate#1"] as const;
  const runFor = async (context: CaseContext, operation: Operation) => {
    const { target } = context;
    const request = await requestToRefuse(context, operation);
    for (const carried of carriedBy(target)) await refuse(context, { ...request, ...carried }, check);
    // A HEAD passes the same check, so a few of the credentials are enough.
    if (!isSafe(operation) || target.lacks.answersWrongMethods !== undefined) return;
    for (const carried of carriedBy(target).slice(0, 3))
      await refuse(context, { ...request, ...carried, method: "HEAD" }, check);
  };
  return credentialCase(behaviour, rules, needs, runFor, check);
}

/** Sends a request with bad credentials, and fails unless it is refused as the description says. */
async function refuse(context: CaseContext, request: ContractRequest, check: CheckName) {
  const response = await context.send(request);
  const { status, method } = response;
  const what = method === request.operation.method ? "the status" : `the status of ${method}`;
  // The interface requires credentials; the status for missing ones, such as a redirect to a login, is a decision.
  const rule = status < 300 ? "authentication" : "authentication#1";
  verify(status === 401, rule, `${what} is ${status}, not 401`, { check });
  const challenge = response.headers.get("www-authenticate") ?? "";
  const names = challenge.split(",").map((part) => part.trim().split(" ", 1)[0]?.toLowerCase());
  verify(names.includes("bearer"), "WWW-Authenticate#1", `WWW-Authenticate is "${challenge}", not Bearer`, {
    check,
  });
  return response;
}

function each(authorizations: readonly Authorization[]): Carried[] {
  return authorizations.map((authorization) => ({ authorization }));
}

/** The tokens that were valid. */
function withdrawn({ revokedToken, expiredToken }: Target): Authorization[] {
  const tokens = { CONTRACT_REVOKED_TOKEN: revokedToken, CONTRACT_EXPIRED_TOKEN: expiredToken };
  return Object.entries(tokens).flatMap(([name, token]) =>
    token ? [{ value: `Bearer ${token}`, shown: `Bearer $${name}` }] : [],
  );
}

/**
 * The valid token in places where other interfaces accept one. URLs end up in logs, so they never contain a token of
 * value.
 */
function elsewhere({ token, lacks }: Target): Carried[] {
  const inQuery = ["access_token", "token", "api_key", "apiKey", "key", "authorization"];
  const inHeader = {
    "x-api-key": token,
    "x-auth-token": token,
    "x-authorization": `Bearer ${token}`,
    "proxy-authorization": `Bearer ${token}`,
    // A proxy may set them, and must be the only one that can.
    "x-forwarded-for": "127.0.0.1",
    "x-real-ip": "127.0.0.1",
    forwarded: "for=127.0.0.1",
    "x-forwarded-user": "admin",
    "x-remote-user": "admin",
    cookie: `token=${token}; access_token=${token}; Authorization=Bearer ${token}`,
  };
  const queries = (lacks.isDisposable === undefined ? inQuery : []).map((name) => ({
    query: [[name, token] as const],
  }));
  const headers = Object.entries(inHeader).map(([name, value]) => ({ headers: { [name]: value } }));
  return [...queries, ...headers].map((carried) => ({ ...carried, authorization: noCredentials }));
}

async function saysTheSame(context: CaseContext, operation: Operation): Promise<void> {
  const request = await requestToRefuse(context, operation);
  const { target } = context;
  const near = nearMissesOf(target).slice(0, 3);
  const words = new Set<string>();
  for (const authorization of [noCredentials, ...unknownCredentials, ...near, ...withdrawn(target)]) {
    const { json, headers } = await refuse(context, { ...request, authorization }, "decided_behaviour");
    const challenge = headers
      .get("www-authenticate")
      ?.replace(/^(\w+).*/, "$1")
      .toLowerCase();
    words.add(JSON.stringify({ ...problemWords(json), challenge }));
  }
  const [first = "", second = ""] = words;
  verify(words.size === 1, "Unauthenticated#1", `two refusals differ: ${first} and ${second}`);
}

/** Sends requests whose query or body is wrong in every way that the service checks after credentials. */
async function comesFirst(context: CaseContext, operation: Operation): Promise<void> {
  const { json: _, ...rest } = requestOnMissing(operation);
  for (const authorization of [noCredentials, { value: "Bearer unknown", shown: "Bearer unknown" }]) {
    for (const wrong of operation.body ? wrongBodies : [])
      await refuse(context, { ...rest, ...wrong, authorization }, "ignored_auth");
    // An invalid query reveals nothing about a record.
    for (const { name } of parametersIn(operation, "query")) {
      const query = [[name, "no-value-of-it"]] as const;
      await context.send({ ...rest, query, authorization }, { status: [400, 401] });
    }
  }
}

const wrongBodies: readonly Partial<ContractRequest>[] = [
  { rawBody: "{" },
  { rawBody: "[]" },
  { rawBody: '{"unknown":1}' },
  { rawBody: "{}", contentType: "text/plain" },
  { rawBody: "{}", contentType: null },
  { contentType: "application/json" },
];
