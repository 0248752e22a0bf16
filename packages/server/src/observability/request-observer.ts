/** The outcome of one request. */
export interface ObservedRequest {
  /** The operationId, or `undefined` for a request outside the interface. */
  readonly operationId: string | undefined;
  readonly method: string;
  readonly status: number;
  /** From the arrival of the header to the start of the response, in milliseconds. */
  readonly durationMs: number;
  readonly requestId: string;
  /** Identifies the credential, if one was accepted. */
  readonly credentialId: string | undefined;
  readonly ownerId: string | undefined;
  /** The computer in the path of the request, whether or not it exists. */
  readonly computerId: string | undefined;
  /** Address of the caller, or of the nearest proxy that is not trusted to tell it. */
  readonly peer: string | undefined;
  /** The trace that the request belongs to, as a `traceparent`. */
  readonly traceparent: () => string;
}

/** Called after every response, for metrics and access logs. It must be cheap and not throw. */
export type RequestObserver = (request: ObservedRequest) => void;
