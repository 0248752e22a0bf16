import type { Principal } from "@compute-host/core";
import type { MaybePromise } from "../computers/computer-store.ts";

/** A credential cannot be checked now, because the issuer's keys were never read. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = "AuthenticationUnavailableError";

  constructor() {
    super("The keys of the issuer cannot be read.");
  }
}

/** Who sends a request; or, in a few words for the log, why the credential is refused, without it. */
export type Authentication = Principal | string;

/** Authenticates requests by the credentials of one security scheme. */
export interface Authenticator {
  /**
   * Checks a credential. A known one returns synchronously, without a promise: the hot path awaits nothing.
   *
   * @param credential all of `Authorization`, including the name of the scheme
   * @throws AuthenticationUnavailableError
   */
  authenticate(credential: string | undefined): MaybePromise<Authentication>;
}
