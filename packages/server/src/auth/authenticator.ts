/** Who sends a request. It sees and changes exactly the computers that it owns. */
export interface Principal {
  /** The owner id of its computers. */
  readonly ownerId: string;
  /** Names the credential, never shows it: for rate limits and logs. */
  readonly credentialId: string;
}

/** Tells who sends a request. */
export interface Authenticator {
  /**
   * Tells the principal of a value of the header `Authorization`, or `undefined` for one that is not accepted.
   * A known credential returns at once, without a promise: the hot path awaits nothing.
   */
  authenticate(authorization: string | undefined): Principal | undefined | Promise<Principal | undefined>;
}
