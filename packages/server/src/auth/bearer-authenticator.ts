import { bearerToken } from "@compute-host/core";
import { hasApiKeyPrefix } from "./api-key.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { Authenticator } from "./authenticator.ts";
import type { JwtVerifier } from "./jwt.ts";

/** The credentials that {@link createAuthenticator} accepts. */
export interface AuthenticatorOptions {
  readonly apiKeys: ApiKeys;
  /** Absent: JWTs are not accepted. */
  readonly jwts?: JwtVerifier;
}

/** Makes the authenticator of the service: API keys by their prefix, everything else as a JWT. */
export function createAuthenticator({ apiKeys, jwts }: AuthenticatorOptions): Authenticator {
  return {
    authenticate(authorization) {
      const token = bearerToken(authorization);
      if (!token) return undefined;
      if (hasApiKeyPrefix(token)) return apiKeys.principalOf(token);
      return jwts?.verify(token);
    },
    explain(authorization) {
      const token = bearerToken(authorization);
      if (!authorization) return "Authorization is missing";
      if (!token) return "Authorization is not a bearer token";
      if (hasApiKeyPrefix(token)) return apiKeys.explain(token);
      return jwts?.explain(token) ?? "it is not an API key, and JWTs are not accepted";
    },
  };
}
