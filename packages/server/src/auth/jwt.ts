import { hash } from "node:crypto";
import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose";
import type { Principal } from "./authenticator.ts";
import type { JwkSet } from "./jwk-set.ts";

/** The signature algorithms that can be allowed: asymmetric ones only, so that no verifier can sign. */
export const jwtAlgorithms = [
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
] as const;

/** A signature algorithm that can be allowed. */
export type JwtAlgorithm = (typeof jwtAlgorithms)[number];

/** Options of {@link createJwtVerifier}. */
export interface JwtVerifierOptions {
  /** The issuer's public keys. */
  readonly keys: JwkSet;
  /** The required value of `iss`. */
  readonly issuer: string;
  /** The required value of `aud`. */
  readonly audience: string;
  /** The algorithms that are accepted. @default all of {@link jwtAlgorithms} */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** How far the issuer's clock may be off, in seconds. @default 5 */
  readonly clockToleranceSeconds?: number;
  /** How many verified tokens are remembered. @default 10000 */
  readonly cacheSize?: number;
  /** Milliseconds since the Unix epoch. @default Date.now */
  readonly now?: () => number;
}

/** Tells the principal of a token (`sub` is its owner id), or `undefined` for a token that is not accepted. */
export type JwtVerifier = (token: string) => Principal | undefined | Promise<Principal | undefined>;

interface VerifiedToken {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/**
 * Makes a verifier of JWTs. A token that was verified before is accepted at once, until it expires or the
 * issuer's keys change; a signature takes about a hundred times as long. It never throws and tells no reason.
 */
export function createJwtVerifier(options: JwtVerifierOptions): JwtVerifier {
  const { keys, cacheSize = 10_000, now = Date.now, clockToleranceSeconds = 5 } = options;
  const verified = new Map<string, VerifiedToken>();
  let revision = keys.revision();

  function forgetOnRotation(): number {
    const current = keys.revision();
    if (current !== revision) verified.clear();
    revision = current;
    return current;
  }

  async function verify(token: string, id: string, startedAt: number): Promise<Principal | undefined> {
    const accepted = await verifiedToken(token, { ...options, clockToleranceSeconds, now });
    if (accepted === undefined) return undefined;
    // A rotation in the meantime may have removed the very key that signed it: the next call verifies anew.
    if (forgetOnRotation() === startedAt) {
      if (verified.size >= cacheSize) forgetOldest(verified);
      verified.set(id, accepted);
    }
    return accepted.principal;
  }

  return (token) => {
    const startedAt = forgetOnRotation();
    const id = hash("sha256", token, "base64");
    const known = verified.get(id);
    if (known === undefined) return verify(token, id, startedAt);
    if (known.expiresAtMs > now()) return known.principal;
    verified.delete(id);
    return undefined;
  };
}

async function verifiedToken(
  token: string,
  options: JwtVerifierOptions & { readonly clockToleranceSeconds: number; readonly now: () => number },
): Promise<VerifiedToken | undefined> {
  try {
    const payload = await verifiedPayload(token, options.keys.getKey, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: [...(options.algorithms ?? jwtAlgorithms)],
      clockTolerance: options.clockToleranceSeconds,
      requiredClaims: ["sub", "exp"],
      currentDate: new Date(options.now()),
    });
    return acceptedToken(payload, options.clockToleranceSeconds);
  } catch {
    return undefined;
  }
}

/** A token that names no key may fit several while an issuer rotates them: each of them is tried. */
async function verifiedPayload(
  token: string,
  getKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, getKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal;
      }
    }
    throw error;
  }
}

function acceptedToken(payload: JWTPayload, toleranceSeconds: number): VerifiedToken | undefined {
  const { sub, exp } = payload;
  if (typeof sub !== "string" || sub === "" || exp === undefined) return undefined;
  // All tokens of one owner are one credential: otherwise a new token would be a way around a rate limit.
  return {
    principal: { ownerId: sub, credentialId: `jwt:${sub}` },
    expiresAtMs: (exp + toleranceSeconds) * 1000,
  };
}

function forgetOldest(tokens: Map<string, VerifiedToken>): void {
  const oldest = tokens.keys().next();
  if (!oldest.done) tokens.delete(oldest.value);
}
