import { bearerToken } from "@compute-host/core";
import { hasApiKeyPrefix } from "./api-key.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { Authenticator } from "./authenticator.ts";
import type { JwtVerifier } from "./jwt.ts";

/** The credentials that {@link createAuthenticator} accepts. */
export interface AuthenticatorOptions {
  readonly apiKeys: ApiKeys;
  /** Absent: JWTs are not accepted. */
  readonly verifyJwt?: JwtVerifier;
}

/** Makes the service's authenticator: tokens with the prefix are API keys, all others JWTs. */
export function createAuthenticator({ apiKeys, verifyJwt }: AuthenticatorOptions): Authenticator {
  return {
    async authenticate(authorization) {
      const token = bearerToken(authorization);
      if (!token) return authorization ? "Authorization is not a bearer token" : "Authorization is missing";
      if (hasApiKeyPrefix(token)) return apiKeys.authenticate(token);
      return verifyJwt?.(token) ?? "it is not an API key, and JWTs are not accepted";
    },
  };
}
