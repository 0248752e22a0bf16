import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator, Principal } from "../auth/authenticator.ts";
import type { MaybePromise } from "../computers/computer-store.ts";
import type { CredentialPlace, Operation, SecurityRequirement } from "../openapi/operation.ts";
import { ProblemError } from "./problem.ts";

/** The security schemes of a description, and the authenticator of each. */
export interface Authentication {
  readonly securitySchemes: Readonly<Record<string, CredentialPlace>>;
  readonly authenticators: Readonly<Record<string, Authenticator>>;
}

/** A hook that runs before a handler. */
export type RequestHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

type Check = (request: FastifyRequest) => MaybePromise<Principal | undefined>;

/** Makes the hook that finds the principal of an operation's requests; `undefined` if none needs credentials. */
export function createAuthenticationHook(
  { security }: Operation,
  authentication: Authentication,
): RequestHook | undefined {
  const alternatives = security.filter((requirement) => requirement.length > 0);
  if (alternatives.length === 0) return undefined;
  const isOptional = alternatives.length < security.length;
  const find = firstOf(alternatives.map((requirement) => allOf(requirement, authentication)));
  return (request, _reply, done) => {
    const accept = (principal: Principal | undefined): void => {
      request.principal = principal;
      done(principal === undefined && !isOptional ? new ProblemError("unauthenticated") : undefined);
    };
    // Awaits nothing if the authenticator returns synchronously.
    try {
      const result = find(request);
      if (result instanceof Promise) result.then(accept, done);
      else accept(result);
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Names the schemes of an operation for `WWW-Authenticate` ([RFC 9110, section 11.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1)). */
export function challengeOf(
  { security }: Operation,
  securitySchemes: Authentication["securitySchemes"],
): string {
  const challenges = security.flat().map(({ scheme }) => {
    const { in: place, name, prefix } = placeOf(securitySchemes, scheme);
    // No scheme is registered for API keys.
    if (prefix === "") return `ApiKey in="${place}", name="${name}"`;
    // RFC 7617, section 2, requires a realm.
    return prefix === "Basic " ? 'Basic realm="api"' : prefix.trim();
  });
  return [...new Set(challenges)].join(", ");
}

/** The principal of a requirement with several schemes is that of its first one. */
function allOf(requirement: SecurityRequirement, authentication: Authentication): Check {
  const checks = requirement.map(({ scheme, scopes }): Check => {
    const authenticator = authentication.authenticators[scheme];
    if (authenticator === undefined) throw new Error(`The security scheme ${scheme} has no authenticator.`);
    const read = credentialReader(placeOf(authentication.securitySchemes, scheme));
    return (request) => authenticator.authenticate(read(request), scopes);
  });
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return async (request) => {
    const principals: Principal[] = [];
    for (const check of checks) {
      const principal = await check(request);
      if (principal === undefined) return undefined;
      principals.push(principal);
    }
    return principals[0];
  };
}

function firstOf(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return async (request) => {
    for (const check of checks) {
      const principal = await check(request);
      if (principal !== undefined) return principal;
    }
    return undefined;
  };
}

function placeOf(schemes: Authentication["securitySchemes"], scheme: string): CredentialPlace {
  const place = schemes[scheme];
  if (place === undefined) throw new Error(`The description has no security scheme ${scheme}.`);
  return place;
}

function credentialReader({
  in: place,
  name,
}: CredentialPlace): (request: FastifyRequest) => string | undefined {
  if (place === "header") return ({ headers }) => headers[name] as string | undefined;
  return ({ query }) => {
    const texts = new URLSearchParams(query as string).getAll(name);
    // A credential that is sent twice is not accepted.
    return texts.length === 1 ? texts[0] : undefined;
  };
}
