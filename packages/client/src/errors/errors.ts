import type { OperationId } from "@compute-host/types";
import type { ErrorBody } from "./body-types.gen.ts";
import { plainText } from "./redact.ts";

/**
 * A problem document (RFC 9457). Members of the wrong type are left out; members that the spec does not name are kept.
 */
export interface ProblemDetails extends ErrorBody {}

/** What the error of a call has in addition to its message. */
type AllDetails = Pick<
  ApiError,
  "operationId" | "attempts" | "status" | "requestId" | "headers" | "retryAfterMs"
> &
  Pick<ApiError, "problem" | "body"> &
  Pick<TimeoutError, "timeoutMs"> &
  Pick<ConnectionError, "reason">;

/** Details of a failed call; unknown ones are absent. */
export type ErrorDetails = { readonly [Name in keyof AllDetails]?: AllDetails[Name] | undefined } & {
  /** The error behind this one, without credentials. */
  readonly cause?: unknown;
};

/** Base class of every error that the client throws. An aborted call rejects with the signal's reason instead. */
export class ComputeHostError extends Error {
  static readonly kind: string = "ComputeHostError";
  /** The name of the class, which a minifier does not change. */
  declare readonly name: string;
  /** Stable and machine-readable: the name in capitals without `Error`, as in `NOT_FOUND`. */
  declare readonly code: string;
  /** The operation of the spec that failed; absent for errors outside a call, and for wrong arguments. */
  declare readonly operationId: OperationId | undefined;
  /** How many requests were sent; 0 if none. */
  declare readonly attempts: number | undefined;

  /** @param message is shortened, and control characters are removed */
  constructor(message: string, { cause, headers, body, ...details }: ErrorDetails = {}) {
    super(plainText(message), (cause as Error) && { cause });
    const name = new.target.kind;
    const code = name
      .slice(0, -5)
      .replace(/\B[A-Z]/g, "_$&")
      .toUpperCase();
    Object.assign(this, { name, code }, details);
    // Not enumerable, so that consoles do not print them.
    Object.defineProperties(this, { headers: { value: headers }, body: { value: body } });
  }

  /** Adds the message, which is not enumerable, to the output of `JSON.stringify`. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The response has an error status or is a redirect. Each error status in the spec has its own subclass. */
export class ApiError extends ComputeHostError {
  static override readonly kind: string = "ApiError";
  declare readonly operationId: OperationId;
  declare readonly attempts: number;
  /** The HTTP status; 0 for a redirect whose status a browser hides. */
  declare readonly status: number;
  /** The body, if it is a problem document (RFC 9457). */
  declare readonly problem: ProblemDetails | undefined;
  /** The response header `X-Request-Id`; include it when you report a failure. */
  declare readonly requestId: string | undefined;
  /** The response headers, without credentials and the values of `Set-Cookie`; not enumerable. */
  declare readonly headers: Headers;
  /** The first 2,000 characters of a body that is not a problem document, without credentials; not enumerable. */
  declare readonly body: string | undefined;
  /** The response header `Retry-After` in milliseconds, if there was one. */
  declare readonly retryAfterMs: number | undefined;
}

/** No complete response: the connection failed, or broke before the end of the body. The message names the `reason`. */
export class ConnectionError extends ComputeHostError {
  static override readonly kind: string = "ConnectionError";
  declare readonly name: "ConnectionError";
  declare readonly code: "CONNECTION";
  /**
   * The error code of the system or the runtime, such as `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED` or
   * `UND_ERR_SOCKET`; browsers and Deno give none.
   */
  declare readonly reason: string | undefined;
}

/** `timeoutMs` or `deadlineMs` ran out. */
export class TimeoutError extends ComputeHostError {
  static override readonly kind: string = "TimeoutError";
  declare readonly name: "TimeoutError";
  declare readonly code: "TIMEOUT";
  /** The limit that ran out, in milliseconds. */
  declare readonly timeoutMs: number;
}

/** The token function threw, rejected or returned a value that no header can carry; nothing was sent. See `cause`. */
export class TokenError extends ComputeHostError {
  static override readonly kind: string = "TokenError";
  declare readonly name: "TokenError";
  declare readonly code: "TOKEN";
}

/** The response has a success status, but not the body that the spec promises. */
export class InvalidResponseError extends ComputeHostError {
  static override readonly kind: string = "InvalidResponseError";
  declare readonly name: "InvalidResponseError";
  declare readonly code: "INVALID_RESPONSE";
  /** The HTTP status. */
  declare readonly status: number;
  /** The response header `X-Request-Id`. */
  declare readonly requestId: string | undefined;
  /** The response headers, without credentials; not enumerable. */
  declare readonly headers: Headers;
  /** The beginning of the body, as in an {@link ApiError}; not enumerable. */
  declare readonly body: string;
}

/** An option or an argument is wrong; nothing was sent. */
export class InvalidArgumentError extends ComputeHostError {
  static override readonly kind: string = "InvalidArgumentError";
  declare readonly name: "InvalidArgumentError";
  declare readonly code: "INVALID_ARGUMENT";
}

/** What V8 adds to `Error`; the types of browsers lack it. */
interface V8Errors {
  captureStackTrace?(error: object): void;
}

/** Gives an error the stack of its caller, because it was created in a callback of a timer or a connection. */
export function withCaller(error: unknown): unknown {
  if (error instanceof ComputeHostError) (Error as V8Errors).captureStackTrace?.(error);
  return error;
}

/**
 * Tells whether a value is an error of a class or of one of its subclasses. Unlike `instanceof`, it also
 * recognises errors that another copy of this package threw (ESM and CommonJS, or two versions in one
 * bundle).
 */
export type ErrorGuard<E> = (error: unknown) => error is E;

/**
 * Creates a guard that also recognises errors of another copy of this package: it compares the names of the
 * classes, up to the base class.
 */
export function errorGuard<E extends ComputeHostError>(type: { kind: string; prototype: E }): ErrorGuard<E> {
  return (error): error is E => {
    const kinds: string[] = [];
    try {
      let one = (error as Error).constructor as typeof ComputeHostError;
      for (; typeof one === "function" && one.kind; one = Object.getPrototypeOf(one)) kinds.push(one.kind);
    } catch {
      // Nothing can be read from `null` or a revoked proxy.
    }
    return kinds.at(-1) === ComputeHostError.kind && kinds.includes(type.kind);
  };
}

/** Tells whether a value is a {@link ComputeHostError}. */
export const isComputeHostError: ErrorGuard<ComputeHostError> = /* @__PURE__ */ errorGuard(ComputeHostError);

/** Tells whether a value is an {@link ApiError}. */
export const isApiError: ErrorGuard<ApiError> = /* @__PURE__ */ errorGuard(ApiError);

/** Tells whether a value is a {@link ConnectionError}. */
export const isConnectionError: ErrorGuard<ConnectionError> = /* @__PURE__ */ errorGuard(ConnectionError);

/** Tells whether a value is a {@link TimeoutError}. */
export const isTimeoutError: ErrorGuard<TimeoutError> = /* @__PURE__ */ errorGuard(TimeoutError);

/** Tells whether a value is a {@link TokenError}. */
export const isTokenError: ErrorGuard<TokenError> = /* @__PURE__ */ errorGuard(TokenError);

/** Tells whether a value is an {@link InvalidResponseError}. */
export const isInvalidResponseError: ErrorGuard<InvalidResponseError> =
  /* @__PURE__ */ errorGuard(InvalidResponseError);

/** Tells whether a value is an {@link InvalidArgumentError}. */
export const isInvalidArgumentError: ErrorGuard<InvalidArgumentError> =
  /* @__PURE__ */ errorGuard(InvalidArgumentError);
