import type { OperationId } from "@compute-host/types";

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The operation of the spec; absent for calls through `/raw`. */
  readonly operationId: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  /** The request headers by lower-case name; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** A response whose body was read. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From sending the request to the end of the body. */
  readonly durationMs: number;
}

/** A request that will be sent again. */
export interface RetryEvent extends RequestEvent {
  /** The status that is the cause; absent where there was no response. */
  readonly status: number | undefined;
  /** The error that is the cause; absent where there was a response. */
  readonly error: unknown;
  /** The pause before the next request. */
  readonly delayMs: number;
}

/**
 * Observers. They get no bodies and no credentials, cannot change a request, and one that throws or rejects changes
 * nothing.
 */
export interface ClientHooks {
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** What hooks see in place of a credential. */
export const redacted = "[redacted]";

const secret = /authorization|cookie|key|token|secret/;

/** The headers without the values of those that carry credentials. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const visible: Record<string, string> = {};
  for (const name in headers) visible[name] = secret.test(name) ? redacted : (headers[name] as string);
  return visible;
}

/** Calls a hook and ignores what it throws or rejects with: an observer's failure is no failure of the call. */
export function callHook<E>(hook: ((event: E) => unknown) | undefined, event: E): void {
  try {
    const result = hook?.(event);
    if (result) Promise.resolve(result).catch(() => {});
  } catch {}
}
