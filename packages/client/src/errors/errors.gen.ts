// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import { ApiError, type ErrorGuard, errorGuard } from "./errors.ts";

/**
 * 400: A query parameter is invalid.
 *
 * **Decision:** `errors` lists every invalid parameter.
 *
 * 400: The body is not JSON or breaks the schema. Nothing was changed.
 *
 * **Decision:** `errors` lists the invalid places, at most 20, each as a JSON Pointer into the body.
 */
export class BadRequestError extends ApiError {
  static override readonly kind: string = "BadRequestError";
  declare readonly name: "BadRequestError";
  declare readonly code: "BAD_REQUEST";
  declare readonly status: 400;
}

/** Tells whether a value is of the class {@link BadRequestError}. */
export const isBadRequestError: ErrorGuard<BadRequestError> = /* @__PURE__ */ errorGuard(BadRequestError);

/**
 * 401: The request has no valid credentials.
 *
 * **Decision:** the response is the same whether a token is missing, malformed, unknown, revoked or expired.
 */
export class AuthenticationError extends ApiError {
  static override readonly kind: string = "AuthenticationError";
  declare readonly name: "AuthenticationError";
  declare readonly code: "AUTHENTICATION";
  declare readonly status: 401;
}

/** Tells whether a value is of the class {@link AuthenticationError}. */
export const isAuthenticationError: ErrorGuard<AuthenticationError> = /* @__PURE__ */ errorGuard(AuthenticationError);

/**
 * 404: There is no such computer.
 *
 * **Decision:** another owner's computer returns the same response.
 */
export class NotFoundError extends ApiError {
  static override readonly kind: string = "NotFoundError";
  declare readonly name: "NotFoundError";
  declare readonly code: "NOT_FOUND";
  declare readonly status: 404;
}

/** Tells whether a value is of the class {@link NotFoundError}. */
export const isNotFoundError: ErrorGuard<NotFoundError> = /* @__PURE__ */ errorGuard(NotFoundError);

/**
 * 409: The update conflicts with the computer or with another computer of the same owner. Nothing was
 * changed.
 *
 * **Decision:** `name` is unique among one owner's computers. `hostId` can be set once (sending
 * the value that is already set is fine) and is unique among one owner's computers.
 *
 * 409: The step cannot be retried now. Nothing was changed.
 *
 * **Decision:** an install session is running, an earlier step has not completed, or the computer
 * has no install-dependencies step.
 */
export class ConflictError extends ApiError {
  static override readonly kind: string = "ConflictError";
  declare readonly name: "ConflictError";
  declare readonly code: "CONFLICT";
  declare readonly status: 409;
}

/** Tells whether a value is of the class {@link ConflictError}. */
export const isConflictError: ErrorGuard<ConflictError> = /* @__PURE__ */ errorGuard(ConflictError);

/**
 * 413: The request body is too large. Nothing was changed.
 *
 * **Decision:** a body has at most 64 KiB (65,536 bytes).
 */
export class PayloadTooLargeError extends ApiError {
  static override readonly kind: string = "PayloadTooLargeError";
  declare readonly name: "PayloadTooLargeError";
  declare readonly code: "PAYLOAD_TOO_LARGE";
  declare readonly status: 413;
}

/** Tells whether a value is of the class {@link PayloadTooLargeError}. */
export const isPayloadTooLargeError: ErrorGuard<PayloadTooLargeError> = /* @__PURE__ */ errorGuard(PayloadTooLargeError);

/**
 * 415: The request body is not `application/json`. Nothing was changed.
 *
 * **Decision:** a body without a `Content-Type`, or a compressed one, returns the same response.
 */
export class UnsupportedMediaTypeError extends ApiError {
  static override readonly kind: string = "UnsupportedMediaTypeError";
  declare readonly name: "UnsupportedMediaTypeError";
  declare readonly code: "UNSUPPORTED_MEDIA_TYPE";
  declare readonly status: 415;
}

/** Tells whether a value is of the class {@link UnsupportedMediaTypeError}. */
export const isUnsupportedMediaTypeError: ErrorGuard<UnsupportedMediaTypeError> = /* @__PURE__ */ errorGuard(UnsupportedMediaTypeError);

/**
 * 429: Too many requests.
 *
 * **Decision:** the request was not processed. Repeating it after `Retry-After` is safe for every method.
 */
export class RateLimitError extends ApiError {
  static override readonly kind: string = "RateLimitError";
  declare readonly name: "RateLimitError";
  declare readonly code: "RATE_LIMIT";
  declare readonly status: 429;
}

/** Tells whether a value is of the class {@link RateLimitError}. */
export const isRateLimitError: ErrorGuard<RateLimitError> = /* @__PURE__ */ errorGuard(RateLimitError);

/** Any status from 500. */
export class ServerError extends ApiError {
  static override readonly kind: string = "ServerError";
  declare readonly name: "ServerError" | "ServiceUnavailableError";
  declare readonly code: "SERVER" | "SERVICE_UNAVAILABLE";
}

/** Tells whether a value is of the class {@link ServerError}. */
export const isServerError: ErrorGuard<ServerError> = /* @__PURE__ */ errorGuard(ServerError);

/**
 * 503: The service cannot take the request now.
 *
 * **Decision:** the request was not processed. Repeating it after `Retry-After` is safe for every method.
 */
export class ServiceUnavailableError extends ServerError {
  static override readonly kind: string = "ServiceUnavailableError";
  declare readonly name: "ServiceUnavailableError";
  declare readonly code: "SERVICE_UNAVAILABLE";
  declare readonly status: 503;
}

/** Tells whether a value is of the class {@link ServiceUnavailableError}. */
export const isServiceUnavailableError: ErrorGuard<ServiceUnavailableError> = /* @__PURE__ */ errorGuard(ServiceUnavailableError);
