import { type Operation, parametersIn } from "@compute-host/openapi";
import type { CheckName } from "../../conformance/check-names.ts";
import { problemWords } from "../../conformance/problem-words.ts";
import { type Authorization, bearerOf, noCredentials } from "../../http/carried-credentials.ts";
import type { ContractRequest } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { Capability } from "../../targets/capabilities.ts";
import { type CaseContext, type ContractCase, verify } from "../contract-case.ts";
import { nearMissesOf, otherSchemes, unknownCredentials } from "./credentials.ts";
import { isSafe, requestOnMissing, requestToRefuse } from "./plain-request.ts";
import { refuse } from "./refuse-credentials.ts";

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
    requests: (_context, request) => withEach(request, [noCredentials]),
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
    requests: elsewhere,
  },
  {
    behaviour: "refuses a revoked token",
    check: "ignored_auth",
    needs: ["knowsTokens", "hasRevokedToken"],
    requests: ({ target }, request) =>
      withEach(request, [withdrawn(target.revokedToken, "CONTRACT_REVOKED_TOKEN")]),
  },
  {
    behaviour: "refuses an expired token",
    check: "ignored_auth",
    needs: ["knowsTokens", "hasExpiredToken"],
    requests: ({ target }, request) =>
      withEach(request, [withdrawn(target.expiredToken, "CONTRACT_EXPIRED_TOKEN")]),
  },
];

/** Every operation refuses every kind of bad credential with 401 before it reveals anything else. */
export function authenticationCases(api: ContractApi): ContractCase[] {
  // Chosen by the response, so that an operation that loses its `security` fails these cases.
  const secured = api.operations.filter((operation) => api.response(operation, 401)?.status === "401");
  if (secured.length === 0) return [];
  return [
    ...rules.map((rule) => refusal(secured, rule)),
    takesAnyCase(secured),
    sameWords(secured),
    comesFirst(secured),
  ];
}

/** A token that was valid. */
function withdrawn(token: string | undefined, name: string): Authorization {
  return { value: `Bearer ${token}`, shown: `Bearer $${name}` };
}

function refusal(
  operations: readonly Operation[],
  { behaviour, check, needs, requests }: CredentialRule,
): ContractCase {
  return {
    title: `every operation ${behaviour}`,
    theme: "credentials",
    checks: [check],
    needs,
    rules: ["authentication#1", "authentication", "Unauthenticated", "WWW-Authenticate#1"],
    async run(context) {
      for (const operation of operations) {
        const request = await requestToRefuse(context, operation);
        for (const one of requests(context, request)) await refuse(context, one, check);
        if (!isSafe(operation) || context.target.lacks.answersWrongMethods !== undefined) continue;
        for (const one of requests(context, { ...request, method: "HEAD" }).slice(0, 3)) {
          await refuse(context, one, check);
        }
      }
    },
  };
}

/** Scheme names are case-insensitive (RFC 9110, section 11.1); the description leaves open whether a service knows that. */
function takesAnyCase(operations: readonly Operation[]): ContractCase {
  return {
    title: "every operation accepts the scheme Bearer in any letter case, or returns 401",
    theme: "credentials",
    checks: ["ignored_auth"],
    needs: ["knowsTokens"],
    rules: ["authentication"],
    async run(context) {
      const { value, shown } = bearerOf(context.target);
      for (const operation of operations) {
        const request = requestOnMissing(context, operation);
        for (const scheme of ["bearer", "BEARER"]) {
          const spelt = (text: string) => text.replace("Bearer", scheme);
          const authorization = { value: spelt(value ?? ""), shown: spelt(shown) };
          const { status: usual } = await context.send(request);
          const { status } = await context.send({ ...request, authorization });
          const isRight = status === usual || status === 401;
          verify(isRight, `the scheme ${scheme} gets ${status}, not ${usual} or 401`, {
            check: "ignored_auth",
          });
        }
      }
    },
  };
}

function sameWords(operations: readonly Operation[]): ContractCase {
  return {
    title: "every operation refuses every bad credential with the same response",
    theme: "credentials",
    checks: ["decided_behaviour"],
    needs: ["knowsTokens", "writesOwnProblems"],
    rules: ["Unauthenticated#1"],
    async run(context) {
      for (const operation of operations) await saysTheSame(context, operation);
    },
  };
}

async function saysTheSame(context: CaseContext, operation: Operation): Promise<void> {
  const request = await requestToRefuse(context, operation);
  const { target } = context;
  const names = {
    CONTRACT_REVOKED_TOKEN: target.revokedToken,
    CONTRACT_EXPIRED_TOKEN: target.expiredToken,
  };
  const all = [
    noCredentials,
    ...unknownCredentials,
    ...nearMissesOf(target).slice(0, 3),
    ...Object.entries(names).flatMap(([name, token]) => (token ? [withdrawn(token, name)] : [])),
  ];
  const words = new Map<string, string>();
  for (const authorization of all) {
    const response = await refuse(context, { ...request, authorization }, "decided_behaviour");
    const rest = problemWords(response.json);
    const challenge = response.headers.get("www-authenticate");
    words.set(
      JSON.stringify({ ...rest, challenge: challenge?.replace(/^(\w+).*/, "$1").toLowerCase() }),
      authorization.shown,
    );
  }
  const [first = "", second = ""] = words.keys();
  verify(words.size === 1, `two refusals differ: ${first} and ${second}`);
}

/** Sends requests whose query or body is wrong in every way that the service checks after credentials. */
function comesFirst(operations: readonly Operation[]): ContractCase {
  return {
    title: "every operation reveals nothing about a query or a body without valid credentials",
    theme: "credentials",
    checks: ["ignored_auth"],
    needs: ["knowsTokens", "answersMalformedJson"],
    rules: ["errors#4"],
    async run(context) {
      const unknown = { value: "Bearer unknown", shown: "Bearer unknown" };
      for (const operation of operations) {
        const { json: _, ...rest } = requestOnMissing(context, operation);
        for (const authorization of [noCredentials, unknown]) {
          for (const wrong of operation.body ? wrongBodies : []) {
            await refuse(context, { ...rest, ...wrong, authorization }, "ignored_auth");
          }
          // An invalid query reveals nothing about a record.
          for (const { name } of parametersIn(operation, "query")) {
            const query = [[name, "no-value-of-it"]] as const;
            await context.send({ ...rest, query, authorization }, { status: [400, 401] });
          }
        }
      }
    },
  };
}

const wrongBodies: readonly Partial<ContractRequest>[] = [
  { rawBody: "{" },
  { rawBody: "[]" },
  { rawBody: '{"unknown":1}' },
  { rawBody: "{}", contentType: "text/plain" },
  { rawBody: "{}", contentType: null },
  { contentType: "application/json" },
];

function withEach(request: ContractRequest, authorizations: readonly Authorization[]): ContractRequest[] {
  return authorizations.map((authorization) => ({ ...request, authorization }));
}

/**
 * Requests with the valid token in places where other interfaces accept one. URLs end up in logs, so they never
 * contain a token of value.
 */
function elsewhere({ target }: CaseContext, request: ContractRequest): ContractRequest[] {
  const { token } = target;
  const bare = { ...request, authorization: noCredentials };
  const names = ["access_token", "token", "api_key", "apiKey", "key", "authorization"];
  const inQuery = (target.lacks.isDisposable === undefined ? names : []).map((name) => ({
    ...bare,
    query: [...(request.query ?? []), [name, token] as const],
  }));
  const inHeader = [
    ["x-api-key", token],
    ["x-auth-token", token],
    ["x-authorization", `Bearer ${token}`],
    ["proxy-authorization", `Bearer ${token}`],
    // A proxy may set them, and has to be the only one that can.
    ["x-forwarded-user", "admin"],
    ["x-remote-user", "admin"],
    ["cookie", `token=${token}; access_token=${token}; Authorization=Bearer ${token}`],
  ].map(([name = "", value = ""]) => ({ ...bare, headers: { ...request.headers, [name]: value } }));
  return [...inQuery, ...inHeader];
}
