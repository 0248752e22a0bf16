/**
 * Client of the Compute Host Management Interface.
 *
 * @packageDocumentation
 */
export type { ApiCall, WithResponse } from "./call.ts";
export { type ComputeHostClient, createClient } from "./client.ts";
export type { Computers, StepProgress, WaitOptions } from "./computers.ts";
export {
  isApiError,
  isAuthenticationError,
  isBadRequestError,
  isComputeHostError,
  isConflictError,
  isConnectionError,
  isInvalidArgumentError,
  isInvalidResponseError,
  isNotFoundError,
  isPayloadTooLargeError,
  isRateLimitError,
  isServerError,
  isServiceUnavailableError,
  isTimeoutError,
  isTokenError,
  isUnsupportedMediaTypeError,
} from "./error-guards.ts";
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ComputeHostError,
  ConflictError,
  ConnectionError,
  type ErrorDetails,
  type ErrorGuard,
  InvalidArgumentError,
  InvalidResponseError,
  NotFoundError,
  PayloadTooLargeError,
  type ProblemDetails,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  TimeoutError,
  TokenError,
  UnsupportedMediaTypeError,
} from "./errors.ts";
export type { ClientHooks, EndEvent, RequestEvent, ResponseEvent, RetryEvent } from "./hooks.ts";
export type { CallOptions, ClientOptions, RequestOptions, TokenFunction, TokenRequest } from "./options.ts";
export type * from "./public-types.gen.ts";
export type { ClientSchemas } from "./validation.ts";
