import { breaking, fail, type Patch } from "../deviation.ts";
import type { Exchange } from "../exchange.ts";
import { decode } from "../jwt.ts";
import { ProblemError } from "../problem.ts";
import type { World } from "../world.ts";
import { restated } from "./refusals.ts";

/** Takes some requests without credentials for the first owner's. */
function admits(isAdmitted: (exchange: Exchange) => boolean): Patch {
  return (right) => ({
    authenticate: (exchange) =>
      exchange.request.headers.authorization === undefined && isAdmitted(exchange)
        ? right.issuer.principals[0]
        : right.authenticate(exchange),
  });
}

/** Reads tokens otherwise. */
const reads =
  (tokenOf: (authorization: string) => string | undefined): Patch =>
  (right) => ({ bearerToken: (header) => tokenOf(header) ?? right.bearerToken(header) });

/** Takes tokens that are like a valid key. */
const matches =
  (isMatch: (key: string, token: string) => boolean): Patch =>
  (right) => ({
    findKey(token) {
      const like = [...right.issuer.apiKeys].find(
        ([key, { isRevoked }]) => !isRevoked && isMatch(key, token),
      );
      return right.findKey(token) ?? like?.[1];
    },
  });

/** Refuses credentials otherwise. */
const refuses =
  (change: (problem: ProblemError, reason: string, header: string) => ProblemError): Patch =>
  (right) => ({
    unauthenticated: (reason, header) => change(right.unauthenticated(reason, header), reason, header),
  });

/** Reads the claims of a JWT, whoever signed it. */
function claimsOf(token: string): ReturnType<World["claimsOf"]> {
  try {
    return decode(token.split(".")[1] ?? "") as ReturnType<World["claimsOf"]>;
  } catch {
    return undefined;
  }
}

/** Bugs of credentials. */
export const credentialsBugs = {
  ...breaking("authentication", {
    "list-without-credentials": admits(
      ({ operation, method }) => operation === "listComputers" && method !== "HEAD",
    ),
    "get-without-credentials": admits(
      ({ operation, method }) => operation === "getComputer" && method !== "HEAD",
    ),
    "update-without-credentials": admits(({ operation }) => operation === "updateComputer"),
    "retry-without-credentials": admits(({ operation }) => operation === "retryInstallDeps"),
    "head-without-credentials": admits(({ method }) => method === "HEAD"),
    "other-scheme-accepted": reads((header) => header.replace(/^\S+ +/, "")),
    "bare-token-accepted": reads((header) => (header.includes(" ") ? undefined : header)),
    "jwt-refused": { principalOfJwt: () => "unknown" },
    "connection-stays-authenticated": (right) => {
      const known = new WeakSet<object>();
      return {
        authenticate(exchange) {
          const { socket, headers } = exchange.request;
          if (headers.authorization === undefined && known.has(socket)) return right.issuer.principals[0];
          const principal = right.authenticate(exchange);
          known.add(socket);
          return principal;
        },
      };
    },
    "forwarded-user-trusted": admits(({ request }) => request.headers["x-forwarded-user"] !== undefined),
    "token-in-query-accepted": (right) => ({
      authenticate(exchange) {
        const token = new URLSearchParams(exchange.search).get("access_token") ?? "";
        const found = right.principalOf(token);
        return typeof found === "string" ? right.authenticate(exchange) : found;
      },
    }),
  }),
  ...breaking("authentication#1", {
    "any-token-accepted": (right) => ({
      principalOf(token) {
        const found = right.principalOf(token);
        return found === "unknown" ? right.issuer.principals[0] : found;
      },
    }),
    "revoked-token-accepted": (right) => ({
      findKey(token) {
        const key = right.findKey(token);
        return key && { ...key, isRevoked: false };
      },
    }),
    "expired-token-accepted": (right) => ({
      claimsOf(token) {
        const claims = right.claimsOf(token);
        return claims && { ...claims, exp: Number.POSITIVE_INFINITY };
      },
    }),
    "truncated-token-accepted": matches((key, token) => token.length >= 8 && key.startsWith(token)),
    "longer-token-accepted": matches((key, token) => token.startsWith(key)),
    "token-case-ignored": matches((key, token) => key.toLowerCase() === token.toLowerCase()),
    "words-after-token-ignored": reads((header) => /^Bearer (\S+) /.exec(header)?.[1]),
    "empty-token-is-500": reads((header) => (/^Bearer *$/i.test(header) ? fail() : undefined)),
    "non-ascii-token-is-500": reads((header) => (/[\u0080-\uffff]/.test(header) ? fail() : undefined)),
    "garbled-jwt-is-500": (right) => ({
      claimsOf: (token) => right.claimsOf(token) ?? fail(),
    }),
    "jwt-signature-unchecked": { claimsOf },
    "jwt-algorithm-none-accepted": (right) => ({
      claimsOf: (token) =>
        /"none"/i.test(Buffer.from(token.split(".")[0] ?? "", "base64url").toString())
          ? claimsOf(token)
          : right.claimsOf(token),
    }),
    "jwt-subject-ignored": (right) => ({
      principalOfJwt(token) {
        const found = right.principalOfJwt(token);
        return typeof found === "string" ? found : right.issuer.principals[0];
      },
    }),
    "unauthenticated-is-403": refuses((problem) => restated(problem, { status: 403 })),
    "revoked-token-is-403": refuses((problem, reason) =>
      reason === "revoked" ? restated(problem, { status: 403 }) : problem,
    ),
    "malformed-credentials-are-400": refuses((problem, reason) =>
      reason === "malformed" ? new ProblemError("malformed-request") : problem,
    ),
    "challenge-missing": refuses((problem) => restated(problem, { headers: {} })),
  }),
  ...breaking("WWW-Authenticate#1", {
    "challenge-is-basic": {
      challenge: () => 'Basic realm="compute"',
    },
  }),
  ...breaking("Unauthenticated#1", {
    "revoked-token-told-apart": refuses((problem, reason) =>
      reason === "revoked" ? restated(problem, { detail: "This API key was revoked." }) : problem,
    ),
    "expired-token-told-apart": refuses((problem, reason) =>
      reason === "expired" ? restated(problem, { detail: "jwt expired" }) : problem,
    ),
    "token-repeated-in-problem": refuses((problem, _reason, header) =>
      header ? restated(problem, { detail: `The credentials ${header} are not valid.` }) : problem,
    ),
  }),
};
