import {
  ApiError,
  ComputeHostError,
  ConnectionError,
  type ErrorGuard,
  errorGuard,
  InvalidArgumentError,
  InvalidResponseError,
  TimeoutError,
  TokenError,
} from "./errors.ts";

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
