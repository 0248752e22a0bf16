/** What happened to one request. */
export interface ObservedRequest {
  /** The operationId, or `undefined` for a request that is none of the interface's operations. */
  readonly operationId: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  /** Names the credential, where one was accepted. */
  readonly credentialId: string | undefined;
}

/** Is called after every response: for metrics and access logs. It must be cheap and not throw. */
export type RequestObserver = (request: ObservedRequest) => void;
