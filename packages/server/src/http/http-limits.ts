/** Limits of connections and requests. */
export interface HttpLimits {
  /** How long a whole request may take to arrive, in milliseconds. @default 15000 */
  readonly requestTimeoutMs?: number;
  /** How long its header may take, in milliseconds. @default 5000 */
  readonly headersTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds. @default 60000 */
  readonly keepAliveTimeoutMs?: number;
  /** How long a connection may transfer nothing while a response waits, in milliseconds. @default 30000 */
  readonly inactivityTimeoutMs?: number;
  /**
   * Largest number of open connections; another one replaces one that has not sent a request. On Linux never more than the limit
   * of open files minus 100.
   *
   * @default 10000
   */
  readonly maxConnections?: number;
}
