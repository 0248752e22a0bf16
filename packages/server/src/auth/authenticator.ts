import type { MaybePromise } from "../computers/computer-store.ts";

/** Who sends a request. It sees and changes exactly the computers that it owns. */
export interface Principal {
  /** The owner id of its computers. */
  readonly ownerId: string;
  /** Names the credential, never shows it: for rate limits and logs. */
  readonly credentialId: string;
}

/** Whether a credential is valid cannot be told at this moment: the issuer's keys were never read. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = "AuthenticationUnavailableError";

  constructor() {
    super("The keys of the issuer cannot be read.");
  }
}

/** Tells who sends a request. */
export interface Authenticator {
  /**
   * Tells the principal of a value of the header `Authorization`, or `undefined` for one that is not accepted.
   * A known credential returns at once, without a promise: the hot path awaits nothing.
   *
   * @throws AuthenticationUnavailableError
   */
  authenticate(authorization: string | undefined): MaybePromise<Principal | undefined>;
}
