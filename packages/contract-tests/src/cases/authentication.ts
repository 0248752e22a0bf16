import type { CheckName } from "../conformance/check-names.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { Operation } from "../spec/operations.ts";
import type { Capability } from "../targets/capabilities.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

interface BadCredential {
  readonly label: string;
  readonly authorization: string | null;
  readonly check: CheckName;
  readonly needs: readonly Capability[];
}

/** A JWT whose algorithm is `none`, which no service may take. */
const unsignedJwt = `${encode({ alg: "none", typ: "JWT" })}.${encode({ sub: "usr_8d2kq1" })}.`;

const badCredentials: readonly BadCredential[] = [
  { label: "no Authorization", authorization: null, check: "missing_required_header", needs: [] },
  { label: "an empty Authorization", authorization: "", check: "ignored_auth", needs: [] },
  { label: "another scheme", authorization: "Basic dXNlcjpwYXNz", check: "ignored_auth", needs: [] },
  {
    label: "a scheme without a token",
    authorization: "Bearer",
    check: "ignored_auth",
    needs: ["knowsTokens"],
  },
  { label: "two tokens", authorization: "Bearer one two", check: "ignored_auth", needs: ["knowsTokens"] },
  {
    label: "an unknown token",
    authorization: "Bearer nobody",
    check: "ignored_auth",
    needs: ["knowsTokens"],
  },
  {
    label: "an unsigned JWT",
    authorization: `Bearer ${unsignedJwt}`,
    check: "ignored_auth",
    needs: ["knowsTokens"],
  },
];

/** Every operation refuses every kind of bad credential with 401. */
export function authenticationCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) => [
    ...badCredentials.map((credential) => refusal(operation, credential)),
    sameWords(operation),
    authenticationComesFirst(operation),
  ]);
}

function refusal(operation: Operation, { label, authorization, check, needs }: BadCredential): ContractCase {
  return {
    title: `${operation.operationId} refuses ${label}`,
    operationId: operation.operationId,
    checks: [check],
    needs,
    async run(context) {
      const answer = await context.send({ ...validRequest(context, operation), authorization });
      verify(check, answer.status === 401, `${label} is answered with ${answer.status}, not 401`);
      const challenge = answer.headers.get("www-authenticate") ?? "";
      verify(check, /^Bearer\b/i.test(challenge), `WWW-Authenticate is "${challenge}", not Bearer`);
    },
  };
}

function sameWords(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} refuses every bad credential in the same words`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["knowsTokens", "writesOwnProblems"],
    async run(context) {
      const words = new Set<string>();
      for (const { authorization } of badCredentials) {
        const answer = await context.send(
          { ...validRequest(context, operation), authorization },
          { status: 401 },
        );
        const { requestId: _, ...rest } = answer.json as Record<string, unknown>;
        words.add(JSON.stringify(rest));
      }
      verify("decided_behaviour", words.size === 1, `the refusals differ: ${[...words].join(" / ")}`);
    },
  };
}

function authenticationComesFirst(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} says nothing about a computer to a stranger`,
    operationId: operation.operationId,
    checks: ["ignored_auth"],
    needs: ["knowsTokens"],
    async run(context) {
      const request = validRequest(context, operation);
      const path = Object.fromEntries(
        Object.keys(request.path ?? {}).map((name) => [name, "no-such-computer"]),
      );
      const answer = await context.send({ ...request, path, authorization: "Bearer nobody" });
      verify("ignored_auth", answer.status === 401, `a stranger is answered with ${answer.status}, not 401`);
    },
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
