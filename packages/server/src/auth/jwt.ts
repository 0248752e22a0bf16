import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";
import { type Authentication, AuthenticationUnavailableError } from "./authenticator.ts";
import { BoundedMap } from "./bounded-map.ts";

/** The accepted signature algorithms: only asymmetric ones, so that a verifier cannot sign. */
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

/**
 * How long a verified token is accepted without checking its signature again, which takes a hundred times as long, in
 * milliseconds.
 */
const trustedMs = 60_000;
const cacheSize = 10_000;

/** Options of {@link createJwtVerifier}. */
export interface JwtVerifierOptions {
  /** Finds a public key of the issuer. */
  readonly getKey: JWTVerifyGetKey;
  /** The required value of `iss`. */
  readonly issuer: string;
  /** The required value of `aud`. */
  readonly audience: string;
}

/**
 * Finds the owner of a token, which is its `sub`.
 *
 * @throws AuthenticationUnavailableError, as a rejection, while no keys are known.
 */
export type JwtVerifier = (token: string) => Promise<Authentication>;

interface VerifiedToken {
  readonly authentication: Authentication;
  readonly trustedUntil: number;
}

/** Makes a verifier of JWTs. */
export function createJwtVerifier({ getKey, issuer, audience }: JwtVerifierOptions): JwtVerifier {
  const verified = new BoundedMap<VerifiedToken>(cacheSize);
  const claims = { issuer, audience, requiredClaims: ["sub", "exp"] };

  async function verify(token: string): Promise<Authentication> {
    try {
      const options = { ...claims, algorithms, clockTolerance: clockToleranceSeconds };
      const { payload, protectedHeader } = await verifiedToken(token, getKey, options);
      const { sub, exp = 0, cnf } = payload;
      // Access tokens (RFC 9068), and tokens without a specific type: no proofs, and nothing else that the issuer
      // signs.
      if (!/^(application\/)?(at\+)?jwt$/i.test(protectedHeader.typ ?? "JWT"))
        return "the type of the JWT is not accepted";
      // A lone surrogate would become U+FFFD in a database, so one owner could become another.
      if (sub === "" || !sub?.isWellFormed()) return "the JWT's sub is not the ID of an owner";
      // A token bound to a key of its sender (RFC 7800) must not be accepted as a plain bearer token.
      if (cnf !== undefined) return "the JWT is bound to a key of its sender (cnf)";
      // All tokens of an owner count as one credential; otherwise a new token would evade the rate limit.
      const authentication = { ownerId: sub, credentialId: `jwt:${sub}` };
      const expiresAt = (exp + clockToleranceSeconds) * 1_000;
      verified.set(token, { authentication, trustedUntil: Math.min(expiresAt, Date.now() + trustedMs) });
      return authentication;
    } catch (error) {
      if (error instanceof AuthenticationUnavailableError) throw error;
      return `the JWT is not accepted: ${(error as Error).message}`;
    }
  }

  return async (token) => {
    const known = verified.get(token);
    return known !== undefined && Date.now() < known.trustedUntil ? known.authentication : verify(token);
  };
}

/** Verifies a token. One without a key ID may match several keys during a rotation; each is tried. */
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
