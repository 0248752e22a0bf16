import { isSecured, type Operation } from "@compute-host/openapi/model";
import type { CheckName } from "../../conformance/check-names.ts";
import { problemWords } from "../../conformance/problem-words.ts";
import { type Authorization, type ContractRequest, noCredentials } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { Capability } from "../../targets/capabilities.ts";
import type { Target } from "../../targets/target.ts";
import { type CaseContext, type ContractCase, verify } from "../contract-case.ts";
import { nearMissesOf, otherSchemes, unknownCredentials } from "./credentials.ts";
import { isSafe, requestOnMissing, requestToRefuse } from "./plain-request.ts";

interface CredentialRule {
  readonly behaviour: string;
  readonly check: CheckName;
  readonly needs: readonly Capability[];
  readonly requests: (context: CaseContext, request: ContractRequest) => readonly ContractRequest[];
}

const rules: readonly CredentialRule[] = [
  {
    behaviour: "refuses a request without Authorization",
    check: "missing_required_header",
    needs: [],
    requests: (_context, request) => [{ ...request, authorization: noCredentials }],
  },
  {
    behaviour: "refuses invalid and unknown tokens",
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: (_context, request) => withEach(request, unknownCredentials),
  },
  {
    behaviour: "refuses the valid token under any scheme but Bearer",
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: ({ target }, request) => withEach(request, otherSchemes(target)),
  },
  {
    behaviour: "refuses tokens that are nearly the valid one",
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: ({ target }, request) => withEach(request, nearMissesOf(target)),
  },
  {
    behaviour: "takes the token only from Authorization",
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: ({ target }, request) => elsewhere(request, target),
  },
  {
    behaviour: "refuses a revoked token",
    check: "ignored_auth",
    needs: ["knowsTokens", "hasRevokedToken"],
    requests: ({ target }, request) =>
      withEach(request, [
        { value: `Bearer ${target.revokedToken}`, shown: "Bearer $CONTRACT_REVOKED_TOKEN" },
      ]),
  },
  {
    behaviour: "refuses an expired token",
    check: "ignored_auth",
    needs: ["knowsTokens", "hasExpiredToken"],
    requests: ({ target }, request) =>
      withEach(request, [
        { value: `Bearer ${target.expiredToken}`, shown: "Bearer $CONTRACT_EXPIRED_TOKEN" },
      ]),
  },
];

/** Every secured operation refuses every kind of bad credential with 401 before it reveals anything else. */
export function authenticationCases(api: ContractApi): ContractCase[] {
  const secured = api.operations.filter(
    (operation) => isSecured(operation) && api.response(operation, 401)?.status === "401",
  );
  return secured.flatMap((operation) => [
    ...rules.map((rule) => refusal(operation, rule)),
    takesAnyCase(operation),
    sameWords(operation),
    comesFirst(operation),
  ]);
}

function refusal(operation: Operation, rule: CredentialRule): ContractCase {
  const { behaviour, check, needs, requests } = rule;
  return {
    title: `${operation.operationId} ${behaviour}`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: [check],
    needs,
    says: "a missing, malformed, unknown, revoked or expired token returns 401",
    async run(context) {
      const request = await requestToRefuse(context, operation);
      for (const one of requests(context, request)) await refuse(context, one, check);
      if (!isSafe(operation)) return;
      for (const one of requests(context, { ...request, method: "HEAD" }).slice(0, 3)) {
        if (context.target.lacks.answersWrongMethods === undefined) await refuse(context, one, check);
      }
    },
  };
}

async function refuse(context: CaseContext, request: ContractRequest, check: CheckName) {
  const response = await context.send(request);
  verify(response.status === 401, `the status is ${response.status}, not 401`, { check });
  const challenge = response.headers.get("www-authenticate") ?? "";
  const isDocumented = context.api
    .response(request.operation, 401)
    ?.headers.some(({ name }) => name.toLowerCase() === "www-authenticate");
  const isRight = !isDocumented || /(^|,\s*)Bearer\b/i.test(challenge);
  verify(isRight, `WWW-Authenticate is "${challenge}", not Bearer`, { check });
  return response;
}

/** Scheme names are case-insensitive (RFC 9110, section 11.1), and more than one space may follow. */
function takesAnyCase(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} accepts the scheme Bearer in any letter case`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens"],
    says: "Every operation requires `Authorization: Bearer",
    async run(context) {
      const request = requestOnMissing(context, operation);
      for (const scheme of ["bearer", "BEARER"]) {
        const value = `${scheme} ${context.target.token}`;
        const authorization = { value, shown: `${scheme} $CONTRACT_TOKEN` };
        const { status } = await context.send({ ...request, authorization });
        verify(status !== 401, `the scheme ${scheme} gets 401`, { check: "ignored_auth" });
      }
    },
  };
}

function sameWords(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} refuses every bad credential with the same response`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["knowsTokens", "writesOwnProblems"],
    says: "the response is the same whether a token is missing, malformed, unknown, revoked or expired",
    async run(context) {
      const request = await requestToRefuse(context, operation);
      const { target } = context;
      const special: Authorization[] = [
        ...(target.revokedToken
          ? [{ value: `Bearer ${target.revokedToken}`, shown: "Bearer $CONTRACT_REVOKED_TOKEN" }]
          : []),
        ...(target.expiredToken
          ? [{ value: `Bearer ${target.expiredToken}`, shown: "Bearer $CONTRACT_EXPIRED_TOKEN" }]
          : []),
      ];
      const all = [noCredentials, ...unknownCredentials, ...nearMissesOf(target).slice(0, 3), ...special];
      const words = new Map<string, string>();
      for (const authorization of all) {
        const response = await refuse(context, { ...request, authorization }, "decided_behaviour");
        const rest = problemWords(response.json);
        const challenge = response.headers.get("www-authenticate");
        words.set(
          JSON.stringify({ ...rest, challenge: challenge?.replace(/^bearer.*/i, "Bearer") }),
          authorization.shown,
        );
      }
      const [first = "", second = ""] = words.keys();
      verify(words.size === 1, `two refusals differ: ${first} and ${second}`);
    },
  };
}

/** Sends a request that is wrong in every way that the service checks after credentials. */
function comesFirst(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} reveals nothing about a record or a body without valid credentials`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens", "answersMalformedJson"],
    says: "without valid credentials it must reveal nothing about a record or a body",
    async run(context) {
      const existing = await requestToRefuse(context, operation);
      const missing = requestOnMissing(context, operation);
      const bodies: Partial<ContractRequest>[] = operation.body
        ? [
            { rawBody: "{" },
            { rawBody: "[]" },
            { rawBody: '{"unknown":1}' },
            { rawBody: "{}", contentType: "text/plain" },
            { rawBody: "{}", contentType: null },
            { contentType: "application/json" },
          ]
        : [];
      const queries = operation.parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name }): Partial<ContractRequest> => ({ query: [[name, "no-value-of-it"]] }));
      for (const authorization of [noCredentials, unknownCredentials[4] as Authorization]) {
        for (const request of [existing, missing]) {
          await refuse(context, { ...request, authorization }, "ignored_auth");
          const { json: _, ...rest } = request;
          for (const wrong of bodies) {
            await refuse(context, { ...rest, ...wrong, authorization }, "ignored_auth");
          }
          // An invalid query reveals nothing about a record.
          for (const wrong of queries) {
            await context.send({ ...rest, ...wrong, authorization }, { status: [400, 401] });
          }
        }
      }
    },
  };
}

function withEach(request: ContractRequest, authorizations: readonly Authorization[]): ContractRequest[] {
  return authorizations.map((authorization) => ({ ...request, authorization }));
}

/**
 * Requests with the valid token in places where other interfaces accept one. URLs end up in logs, so they never
 * contain a token of value.
 */
function elsewhere(request: ContractRequest, { token, lacks }: Target): ContractRequest[] {
  const bare = { ...request, authorization: noCredentials };
  const names = ["access_token", "token", "api_key", "apiKey", "key", "authorization"];
  const inQuery = (lacks.isDisposable === undefined ? names : []).map((name) => ({
    ...bare,
    query: [...(request.query ?? []), [name, token] as const],
  }));
  const inHeader = [
    ["x-api-key", token],
    ["x-auth-token", token],
    ["x-authorization", `Bearer ${token}`],
    ["proxy-authorization", `Bearer ${token}`],
    ["cookie", `token=${token}; access_token=${token}; Authorization=Bearer ${token}`],
  ].map(([name = "", value = ""]) => ({ ...bare, headers: { ...request.headers, [name]: value } }));
  return [...inQuery, ...inHeader];
}
