import type { Principal } from "@compute-host/core";

/** A credential cannot be checked, because the issuer's keys were never read. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = "AuthenticationUnavailableError";

  constructor() {
    super("The keys of the issuer cannot be read.");
  }
}

/** Who sends a request, or why the credential is refused: a few words for the log, without the credential itself. */
export type Authentication = Principal | string;

/** Authenticates requests by the credentials of one security scheme. */
export interface Authenticator {
  /**
   * Checks a credential.
   *
   * @param credential the whole `Authorization` field, including the scheme
   * @throws AuthenticationUnavailableError
   */
  authenticate(credential: string | undefined): Promise<Authentication>;
}
