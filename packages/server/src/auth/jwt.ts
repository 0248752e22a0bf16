import type { Principal } from "@compute-host/core";
import {
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import type { MaybePromise } from "../computers/computer-store.ts";
import { AuthenticationUnavailableError } from "./authenticator.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { JwkSet } from "./jwk-set.ts";

/** The signature algorithms that are accepted: asymmetric ones only, so that no verifier can sign. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** How far the issuer's clock may be off, in seconds. */
const clockToleranceSeconds = 5;

/** The types of tokens that are accepted by default: access tokens (RFC 9068) and those without a type of their own. */
export const jwtTypes = ["at+jwt", "JWT"] as const;

/** Options of {@link createJwtVerifier}. */
export interface JwtVerifierOptions {
  /** The issuer's public keys. */
  readonly keys: JwkSet;
  /** The required value of `iss`. */
  readonly issuer: string;
  /** The required value of `aud`. */
  readonly audience: string;
  /**
   * The values of the header field `typ` that are accepted, in any letter case; a token without one counts as `JWT`.
   *
   * @default {@link jwtTypes}
   */
  readonly types?: readonly string[];
  /** How many verified tokens are remembered. @default 10000 */
  readonly cacheSize?: number;
  /** Milliseconds since the Unix epoch. @default Date.now */
  readonly now?: () => number;
}

/** Verifies JWTs. */
export interface JwtVerifier {
  /** Returns the principal of a token (`sub` is the owner ID), or `undefined` if it is not accepted. */
  readonly verify: (token: string) => MaybePromise<Principal | undefined>;
  /** Says why a token is refused. */
  readonly explain: (token: string) => Promise<string>;
}

interface VerifiedToken {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/**
 * Makes a verifier of JWTs. A token that was verified before is accepted from a cache, until it expires or the
 * issuer's keys change; a signature takes about a hundred times as long.
 *
 * @throws AuthenticationUnavailableError, as a rejection, while no keys are known.
 */
export function createJwtVerifier(options: JwtVerifierOptions): JwtVerifier {
  const { keys, cacheSize = 10_000, now = Date.now } = options;
  const verified = new BoundedMap<VerifiedToken>(cacheSize);
  let revision = keys.revision();

  function forgetOnRotation(): number {
    const current = keys.revision();
    if (current !== revision) verified.clear();
    revision = current;
    return current;
  }

  const check = (token: string) => verifyToken(token, { ...options, now });

  async function verify(token: string, revisionBefore: number): Promise<Principal | undefined> {
    const accepted = await check(token);
    if (accepted instanceof JwtRefusedError) return undefined;
    // The keys may have rotated while we verified; do not remember a token whose key may be gone.
    if (forgetOnRotation() === revisionBefore) verified.set(token, accepted);
    return accepted.principal;
  }

  return {
    verify(token) {
      const revisionBefore = forgetOnRotation();
      const known = verified.get(token);
      if (known === undefined) return verify(token, revisionBefore);
      if (known.expiresAtMs > now()) return known.principal;
      verified.delete(token);
      return undefined;
    },
    async explain(token) {
      const result = await check(token);
      return result instanceof JwtRefusedError ? result.message : "the JWT is valid now";
    },
  };
}

/** Why a JWT is not accepted. */
class JwtRefusedError extends Error {
  override readonly name = "JwtRefusedError";
}

/** Three parts in base64url ([RFC 7515, section 7.1](https://www.rfc-editor.org/rfc/rfc7515#section-7.1)). */
const compactToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

async function verifyToken(
  token: string,
  options: JwtVerifierOptions & { readonly now: () => number },
): Promise<VerifiedToken | JwtRefusedError> {
  // The decoder takes padding and other alphabets too, so that one token would have many spellings.
  if (!compactToken.test(token)) return new JwtRefusedError("it is neither an API key nor a JWT");
  try {
    const { payload, protectedHeader } = await verifiedToken(token, options.keys.getKey, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ["sub", "exp"],
      currentDate: new Date(options.now()),
    });
    const { typ = "JWT" } = protectedHeader;
    const { types = jwtTypes } = options;
    if (!types.some((type) => typ.replace(/^application\//i, "").toLowerCase() === type.toLowerCase()))
      return new JwtRefusedError("the type of the JWT is not accepted");
    return acceptedToken(payload);
  } catch (error) {
    if (error instanceof AuthenticationUnavailableError) throw error;
    return new JwtRefusedError(`the JWT is not accepted: ${(error as Error).message}`);
  }
}

/** A token without a key ID may fit several keys during a rotation: try each. */
async function verifiedToken(
  token: string,
  getKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, getKey, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal;
      }
    }
    throw error;
  }
}

function acceptedToken(payload: JWTPayload): VerifiedToken | JwtRefusedError {
  const { sub, exp, cnf } = payload;
  if (typeof sub !== "string" || sub === "" || !sub.isWellFormed())
    return new JwtRefusedError("the JWT's sub is not the ID of an owner");
  if (exp === undefined || !Number.isFinite(exp)) return new JwtRefusedError("the JWT's exp is not a time");
  // A token bound to a key of its sender (RFC 7800) must not be accepted as a plain bearer token.
  if (cnf !== undefined) return new JwtRefusedError("the JWT is bound to a key of its sender (cnf)");
  // All tokens of one owner are one credential, or a new token would evade the rate limit.
  return {
    principal: { ownerId: sub, credentialId: `jwt:${sub}` },
    expiresAtMs: (exp + clockToleranceSeconds) * 1000,
  };
}
