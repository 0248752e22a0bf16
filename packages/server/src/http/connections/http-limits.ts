/** Limits of connections and requests. */
export interface HttpLimits {
  /** How long a whole request may take to arrive, in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** How long its header may take, in milliseconds. */
  readonly headersTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. */
  readonly keepAliveTimeoutMs?: number;
  /** How long a connection may transfer nothing while a response is waiting, in milliseconds. */
  readonly inactivityTimeoutMs?: number;
  /**
   * The largest number of open connections; a further one replaces one that has not sent a request. On Linux, the limit
   * of open files minus a reserve also applies.
   */
  readonly maxConnections?: number;
}

/** The limits unless others are set. */
export const defaultHttpLimits: Required<HttpLimits> = {
  requestTimeoutMs: 15_000,
  headersTimeoutMs: 5_000,
  keepAliveTimeoutMs: 60_000,
  inactivityTimeoutMs: 30_000,
  maxConnections: 10_000,
};
