/** The value of a request's `Authorization`, and how a failure shows it, because reports must never contain a token. */
export interface Authorization {
  /** `null` sends no credential at all. */
  readonly value: string | null;
  /** The value as written in a shell with the token variables set. */
  readonly shown: string;
}

/** Sends no credentials. */
export const noCredentials: Authorization = { value: null, shown: "" };

/** Returns the valid token of a target as a bearer token (RFC 6750, section 2.1). */
export function bearerOf({ token }: { readonly token: string }): Authorization {
  return { value: `Bearer ${token}`, shown: "Bearer $CONTRACT_TOKEN" };
}

/** Returns the header field that carries a credential: as sent, or as shown. */
export function authorizationField(
  authorization: Authorization,
  text: "value" | "shown",
): [name: string, value: string][] {
  const { [text]: value } = authorization;
  return authorization.value === null || value === null ? [] : [["authorization", value]];
}
