import { randomBytes } from "node:crypto";
import { type Claims, signJwt } from "./jwt.ts";

/** An owner of computers. */
export interface Principal {
  readonly kind: string;
  readonly id: string;
}

/** The credentials for a suite. */
export interface Credentials {
  /** An API key of the first owner. */
  readonly token: string;
  /** A JWT of the first owner. */
  readonly jwt: string;
  /** A JWT of the second owner. */
  readonly otherToken: string;
  /** A revoked API key of the first owner. */
  readonly revokedToken: string;
  /** An expired JWT of the first owner. */
  readonly expiredToken: string;
}

/** Why credentials are refused, which no response reveals. */
export type Refusal = "missing" | "malformed" | "unknown" | "revoked" | "expired";

/** A key, and whose it is. */
export interface ApiKey {
  readonly principal: Principal;
  readonly isRevoked: boolean;
}

/** Issues credentials and recognises them. */
export interface Issuer {
  readonly credentials: Credentials;
  readonly apiKeys: ReadonlyMap<string, ApiKey>;
  readonly jwtSecret: string;
  /** The principals in the order of the credentials. */
  readonly principals: readonly [Principal, Principal];
}

const newKey = () => `chk_${randomBytes(24).toString("base64url")}`;

/** Issues fresh credentials for two owners. */
export function issueCredentials(first: Principal, second: Principal): Issuer {
  const jwtSecret = randomBytes(32).toString("hex");
  const nowSeconds = Math.floor(Date.now() / 1000);
  const jwtFor = (principal: Principal, forSeconds: number): string => {
    const claims: Claims = { sub: principal.id, kind: principal.kind, exp: nowSeconds + forSeconds };
    return signJwt(claims, jwtSecret);
  };
  const credentials: Credentials = {
    token: newKey(),
    jwt: jwtFor(first, 3600),
    otherToken: jwtFor(second, 3600),
    revokedToken: newKey(),
    expiredToken: jwtFor(first, -3600),
  };
  return {
    credentials,
    apiKeys: new Map([
      [credentials.token, { principal: first, isRevoked: false }],
      [credentials.revokedToken, { principal: first, isRevoked: true }],
    ]),
    jwtSecret,
    principals: [first, second],
  };
}
