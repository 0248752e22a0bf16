import type { MaybePromise } from "../computers/computer-store.ts";

/** Who sends a request. It sees and changes exactly the computers that it owns. */
export interface Principal {
  /** Owner ID of its computers. */
  readonly ownerId: string;
  /** Identifies the credential in rate limits and logs without revealing it. */
  readonly credentialId: string;
}

/** A credential cannot be checked now, because the issuer's keys were never read. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = "AuthenticationUnavailableError";

  constructor() {
    super("The keys of the issuer cannot be read.");
  }
}

/** Authenticates requests. */
export interface Authenticator {
  /**
   * Finds the principal for a value of the header `Authorization`, or `undefined` if it is not accepted.
   * A known credential returns synchronously, without a promise: the hot path awaits nothing.
   *
   * @throws AuthenticationUnavailableError
   */
  authenticate(authorization: string | undefined): MaybePromise<Principal | undefined>;
}
