/**
 * Client of the Compute Host Management Interface.
 *
 * @packageDocumentation
 */

export { type ComputeHostClient, createClient } from "./client.ts";
// biome-ignore lint/performance/noReExportAll: the whole file is public, and errors follow the spec.
export * from "./errors/errors.gen.ts";
export {
  ApiError,
  ComputeHostError,
  ConnectionError,
  type ErrorDetails,
  type ErrorGuard,
  InvalidArgumentError,
  InvalidResponseError,
  isApiError,
  isComputeHostError,
  isConnectionError,
  isInvalidArgumentError,
  isInvalidResponseError,
  isTimeoutError,
  isTokenError,
  type ProblemDetails,
  TimeoutError,
  TokenError,
} from "./errors/errors.ts";
export type * from "./public-types.gen.ts";
export type { ApiCall, WithResponse } from "./sending/call.ts";
export type { ClientHooks, EndEvent, RequestEvent, ResponseEvent, RetryEvent } from "./sending/hooks.ts";
export type {
  CallOptions,
  ClientOptions,
  ClientSchemas,
  HeaderFields,
  RequestOptions,
  TokenFunction,
  TokenRequest,
} from "./sending/options.ts";
export { type StepProgress, type WaitOptions, waitUntilSettled } from "./wait-until-settled.ts";
