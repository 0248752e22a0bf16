import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator, Principal } from "../auth/authenticator.ts";
import type { MaybePromise } from "../computers/computer-store.ts";
import type { RefusedRequest } from "../observability/refusal-log.ts";
import type { CredentialPlace, Operation, SecurityRequirement } from "../openapi/operation.ts";
import { forbidden, ProblemError } from "./problem.ts";
import { problemTypes } from "./problems.gen.ts";
import { traceOf } from "./responses.ts";

/** The security schemes of a description, and the authenticator of each. */
export interface Authentication {
  readonly securitySchemes: Readonly<Record<string, CredentialPlace>>;
  readonly authenticators: Readonly<Record<string, Authenticator>>;
  /** Called for each request that gets 401. */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined;
}

/** A hook that runs before a handler. */
export type RequestHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

type Check = (request: FastifyRequest) => MaybePromise<Principal | undefined>;

/**
 * Makes the hook that finds the principal of an operation's requests; `undefined` if none needs credentials. Where credentials are
 * optional, wrong ones get 401 too: their sender would take the anonymous response for its own.
 */
export function createAuthenticationHook(
  { security }: Operation,
  authentication: Authentication,
): RequestHook | undefined {
  const alternatives = security.filter((requirement) => requirement.length > 0);
  if (alternatives.length === 0) return undefined;
  const isOptional = alternatives.length < security.length;
  const places = alternatives.flat().map(({ scheme }) => placeOf(authentication.securitySchemes, scheme));
  const { onRefusal } = authentication;
  const explain = explainer(alternatives, authentication);
  const find = firstOf(alternatives.map((requirement) => allOf(requirement, authentication)));
  return (request, _reply, done) => {
    const accept = (principal: Principal | undefined): void => {
      request.principal = principal;
      const isAccepted =
        principal !== undefined || (isOptional && !places.some((place) => isSent(place, request)));
      if (!isAccepted) {
        const peer = request.raw.socket.remoteAddress;
        const traceparent = traceOf(request);
        onRefusal?.({ requestId: request.id, peer, traceparent, explain: () => explain(request) });
      }
      done(isAccepted ? undefined : new ProblemError("unauthenticated"));
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
    // No scheme is registered for API keys. A name may have characters that a header field cannot.
    if (prefix === "") return `ApiKey in="${place}", name="${encodeURI(name)}"`;
    // RFC 7617, section 2, requires a realm.
    return prefix === "Basic " ? 'Basic realm="api"' : prefix.trim();
  });
  return [...new Set(challenges)].join(", ");
}

/** Says which credentials an operation needs; `undefined` if the sentence of the spec names them all. */
export function credentialsDetail(
  { security }: Operation,
  securitySchemes: Authentication["securitySchemes"],
): string | undefined {
  const { detail } = problemTypes.unauthenticated;
  const placesOf = (requirement: SecurityRequirement) =>
    requirement.map(({ scheme }) => placeOf(securitySchemes, scheme));
  const alternatives = security.map(placesOf).filter((places) => places.length > 0);
  if (alternatives.flat().every(({ name, prefix }) => detail.includes(prefix.trim() || name)))
    return undefined;
  const words = alternatives.map((places) =>
    places
      .map(({ in: place, name, prefix }) => {
        if (prefix !== "") return `Authorization: ${prefix.trim()}`;
        return place === "query" ? `the query parameter ${name}` : `the header field ${name}`;
      })
      .join(" with "),
  );
  return `Send valid credentials as ${words.join(", or as ")}.`;
}

/** Says why the first credential of the first alternative is refused. */
function explainer(
  [first = []]: Operation["security"],
  { securitySchemes, authenticators }: Authentication,
): (request: FastifyRequest) => MaybePromise<string> {
  const { scheme = "" } = first[0] ?? {};
  const read = credentialReader(placeOf(securitySchemes, scheme));
  return (request) => authenticators[scheme]?.explain?.(read(request)) ?? `${scheme} is not accepted`;
}

/** The principal of a requirement with several schemes is that of its first one. */
function allOf(requirement: SecurityRequirement, authentication: Authentication): Check {
  const checks = requirement.map(({ scheme, scopes }): Check => {
    const authenticator = authentication.authenticators[scheme];
    if (authenticator === undefined) throw new Error(`The security scheme ${scheme} has no authenticator.`);
    const place = placeOf(authentication.securitySchemes, scheme);
    const read = credentialReader(place);
    if (scopes.length === 0) return (request) => authenticator.authenticate(read(request));
    return async (request) => {
      const principal = await authenticator.authenticate(read(request));
      const lacksScope = scopes.some((scope) => !principal?.scopes?.includes(scope));
      if (principal !== undefined && lacksScope) throw forbidden(place.prefix.trim(), scopes);
      return principal;
    };
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

/** A scope that one alternative lacks matters only if no other one is fulfilled. */
function firstOf(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return async (request) => {
    let lack: unknown;
    for (const check of checks) {
      try {
        const principal = await check(request);
        if (principal !== undefined) return principal;
      } catch (error) {
        lack ??= error;
      }
    }
    if (lack !== undefined) throw lack;
    return undefined;
  };
}

function isSent(place: CredentialPlace, request: FastifyRequest): boolean {
  const text = credentialReader(place)(request) ?? "";
  return text !== "" && text.toLowerCase().startsWith(place.prefix.toLowerCase());
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
