import { type CredentialPlace, isSecured, type Operation } from "@compute-host/openapi/model";
import type { CheckName } from "../../conformance/check-names.ts";
import { problemWords } from "../../conformance/problem-words.ts";
import { type Authorization, noCredentials } from "../../http/carried-credentials.ts";
import type { ContractRequest } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type Credential, credentialsOf, isBasic, placesOf } from "../../openapi/credentials.ts";
import { decides } from "../../openapi/rules.ts";
import type { Capability } from "../../targets/capabilities.ts";
import { type CaseContext, type ContractCase, LeftOutError, verify } from "../contract-case.ts";
import { isBearer, nearMissesOf, otherSchemes, unknownCredentials } from "./credentials.ts";
import { isSafe, requestOnMissing, requestToRefuse } from "./plain-request.ts";
import { judgeable, refuse } from "./refuse-credentials.ts";

/** What a rule has to refuse requests with. */
interface Given {
  readonly context: CaseContext;
  readonly request: ContractRequest;
  /** @throws MissingCredentialError if the target has none */
  readonly credential: () => Credential;
}

interface CredentialRule {
  readonly behaviour: (place: CredentialPlace) => string;
  readonly check: CheckName;
  readonly needs: readonly Capability[];
  /** @default in every place */
  readonly isFor?: (place: CredentialPlace) => boolean;
  /** Whether only this project decided it: another service may take more credentials than it describes. */
  readonly isDecided?: true;
  readonly requests: (given: Given) => readonly ContractRequest[];
}

const rules: readonly CredentialRule[] = [
  {
    behaviour: (place) => `refuses a request without ${nameOf(place)}`,
    check: "missing_required_header",
    needs: [],
    requests: ({ request }) => [{ ...request, authorization: noCredentials }],
  },
  {
    behaviour: (place) => `refuses invalid and unknown ${noun(place)}s`,
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: ({ request, context, credential }) => {
      const { place, secret } = credential();
      return withEach(request, judgeable(context, unknownCredentials(place), secret));
    },
  },
  {
    behaviour: () => "refuses the valid token under any scheme but Bearer",
    check: "ignored_auth",
    needs: ["knowsTokens"],
    isFor: isBearer,
    isDecided: true,
    requests: ({ request, context }) => withEach(request, otherSchemes(context.target)),
  },
  {
    behaviour: (place) => `refuses ${noun(place)}s that are nearly the valid one`,
    check: "ignored_auth",
    needs: ["knowsTokens"],
    requests: ({ request, context, credential }) =>
      withEach(request, judgeable(context, nearMissesOf(credential(), context.target), credential().secret)),
  },
  {
    behaviour: (place) => `takes the ${noun(place)} only from ${nameOf(place)}`,
    check: "ignored_auth",
    needs: ["knowsTokens"],
    isDecided: true,
    requests: elsewhere,
  },
  {
    behaviour: (place) => `refuses a revoked ${noun(place)}`,
    check: "ignored_auth",
    needs: ["knowsTokens", "hasRevokedToken"],
    requests: ({ request, context, credential }) =>
      withEach(request, [withdrawn(credential(), context.target.revokedToken, "CONTRACT_REVOKED_TOKEN")]),
  },
  {
    behaviour: (place) => `refuses an expired ${noun(place)}`,
    check: "ignored_auth",
    needs: ["knowsTokens", "hasExpiredToken"],
    requests: ({ request, context, credential }) =>
      withEach(request, [withdrawn(credential(), context.target.expiredToken, "CONTRACT_EXPIRED_TOKEN")]),
  },
];

/** Every secured operation refuses every kind of bad credential with 401 before it reveals anything else. */
export function authenticationCases(api: ContractApi): ContractCase[] {
  const secured = api.operations.filter(
    (operation) => isSecured(operation) && api.response(operation, 401)?.status === "401",
  );
  return secured.flatMap((operation) => {
    const place = placesOf(api, operation)[0];
    if (place === undefined) return [];
    const isStrict = decides(api, "authentication#1");
    const ownRules = rules.filter(
      ({ isFor = () => true, isDecided }) => isFor(place) && (isStrict || !isDecided),
    );
    const refusals = ownRules.map((rule) => refusal(operation, place, rule));
    if (!isStrict) return refusals;
    return [
      ...refusals,
      ...(place.prefix === "" ? [] : [takesAnyCase(operation, place)]),
      sameWords(operation),
      ...comesFirst(operation),
    ];
  });
}

function credentialFor({ api, target }: CaseContext, operation: Operation): Credential {
  const [first] = credentialsOf(api, operation, target);
  if (first === undefined)
    throw new LeftOutError(`${operation.operationId} takes requests without credentials`);
  return first;
}

function nameOf(place: CredentialPlace): string {
  if (place.name === "authorization" && place.in === "header") return "Authorization";
  return place.in === "header" ? place.name : `${place.name} in the ${place.in}`;
}

function noun(place: CredentialPlace): string {
  if (isBasic(place)) return "password";
  return place.prefix === "" ? "key" : "token";
}

/** A secret that was valid; the suite takes one only of the description's first scheme. */
function withdrawn({ place, variable }: Credential, secret = "", name: string): Authorization {
  if (variable !== "CONTRACT_TOKEN") throw new LeftOutError(`${name} is for another security scheme`);
  return { value: place.prefix + secret, shown: `${place.prefix}$${name}` };
}

function refusal(operation: Operation, place: CredentialPlace, rule: CredentialRule): ContractCase {
  const { behaviour, check, needs, requests } = rule;
  return {
    title: `${operation.operationId} ${behaviour(place)}`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: [check],
    needs,
    rules: ["authentication#1", "authentication", "Unauthenticated", "WWW-Authenticate#1"],
    async run(context) {
      const request = await requestToRefuse(context, operation);
      const given = { context, request, credential: () => credentialFor(context, operation) };
      const statuses: number[] = [];
      for (const one of requests(given)) statuses.push((await refuse(context, one, check)).status);
      if (statuses.length > 0 && statuses.every((status) => status === 404))
        throw new LeftOutError("Only a record that exists can show whether credentials are needed");
      if (!isSafe(operation) || !decides(context.api, "authentication#1")) return;
      for (const one of requests({ ...given, request: { ...request, method: "HEAD" } }).slice(0, 3)) {
        if (context.target.lacks.answersWrongMethods === undefined) await refuse(context, one, check);
      }
    },
  };
}

/** Scheme names are case-insensitive (RFC 9110, section 11.1); the description leaves open whether a service knows that. */
function takesAnyCase(operation: Operation, { prefix }: CredentialPlace): ContractCase {
  const name = prefix.trim();
  return {
    title: `${operation.operationId} accepts the scheme ${name} in any letter case, or returns 401`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens"],
    rules: ["authentication"],
    async run(context) {
      const request = requestOnMissing(context, operation);
      const { value, shown } = credentialFor(context, operation);
      for (const scheme of [name.toLowerCase(), name.toUpperCase()]) {
        const [spelt, speltShown] = [value, shown].map((text) => `${scheme} ${text.slice(prefix.length)}`);
        const authorization = { value: spelt ?? "", shown: speltShown ?? "" };
        const { status: usual } = await context.send(request);
        const { status } = await context.send({ ...request, authorization });
        const isRight = status === usual || status === 401;
        verify(isRight, `the scheme ${scheme} gets ${status}, not ${usual} or 401`, {
          check: "ignored_auth",
        });
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
    rules: ["Unauthenticated#1"],
    async run(context) {
      const request = await requestToRefuse(context, operation);
      const { target } = context;
      const credential = credentialFor(context, operation);
      const names = {
        CONTRACT_REVOKED_TOKEN: target.revokedToken,
        CONTRACT_EXPIRED_TOKEN: target.expiredToken,
      };
      const all = [
        noCredentials,
        ...unknownCredentials(credential.place),
        ...nearMissesOf(credential, target).slice(0, 3),
        ...Object.entries(names)
          .filter(([, secret]) => secret && credential.variable === "CONTRACT_TOKEN")
          .map(([name, secret]) => withdrawn(credential, secret, name)),
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
    },
  };
}

/** Sends requests whose query or body is wrong in every way that the service checks after credentials. */
function comesFirst(operation: Operation): ContractCase[] {
  const bodies: readonly Partial<ContractRequest>[] = operation.body
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
  if (bodies.length === 0 && queries.length === 0) return [];
  const ownCase: ContractCase = {
    title: `${operation.operationId} reveals nothing about a query or a body without valid credentials`,
    theme: "credentials",
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens", "answersMalformedJson"],
    rules: ["errors#4"],
    async run(context) {
      const { json: _, rawBody: _raw, contentType: _type, ...rest } = requestOnMissing(context, operation);
      const { prefix } = credentialFor(context, operation).place;
      const unknown = { value: `${prefix}unknown`, shown: `${prefix}unknown` };
      for (const authorization of [noCredentials, unknown]) {
        for (const wrong of bodies) {
          await refuse(context, { ...rest, ...wrong, authorization }, "ignored_auth");
        }
        // An invalid query reveals nothing about a record.
        for (const wrong of queries) {
          await context.send({ ...rest, ...wrong, authorization }, { status: [400, 401] });
        }
      }
    },
  };
  return [ownCase];
}

function withEach(request: ContractRequest, authorizations: readonly Authorization[]): ContractRequest[] {
  return authorizations.map((authorization) => ({ ...request, authorization }));
}

/**
 * Requests with the valid token in places where other interfaces accept one. URLs end up in logs, so they never
 * contain a token of value.
 */
function elsewhere({ context, request, credential }: Given): ContractRequest[] {
  const { api, target } = context;
  const { secret } = credential();
  const own = new Set(placesOf(api, request.operation).map(({ in: place, name }) => `${place} ${name}`));
  const bare = { ...request, authorization: noCredentials };
  const names = ["access_token", "token", "api_key", "apiKey", "key", "authorization"];
  const inQuery = (target.lacks.isDisposable === undefined ? names : [])
    .filter((name) => !own.has(`query ${name}`))
    .map((name) => ({ ...bare, query: [...(request.query ?? []), [name, secret] as const] }));
  const inHeader = [
    ["x-api-key", secret],
    ["x-auth-token", secret],
    ["x-authorization", `Bearer ${secret}`],
    ["proxy-authorization", `Bearer ${secret}`],
    ["cookie", `token=${secret}; access_token=${secret}; Authorization=Bearer ${secret}`],
  ]
    .filter(([name]) => !own.has(`header ${name}`))
    .map(([name = "", value = ""]) => ({ ...bare, headers: { ...request.headers, [name]: value } }));
  return [...inQuery, ...inHeader];
}
