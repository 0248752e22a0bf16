import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ComputeHostError,
  ConflictError,
  ConnectionError,
  type ErrorGuard,
  errorGuard,
  InvalidArgumentError,
  InvalidResponseError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  TimeoutError,
  TokenError,
  UnsupportedMediaTypeError,
} from "./errors.ts";

/** Tells whether a value is a {@link ComputeHostError}. */
export const isComputeHostError: ErrorGuard<ComputeHostError> = /* @__PURE__ */ errorGuard(ComputeHostError);

/** Tells whether a value is an {@link ApiError}. */
export const isApiError: ErrorGuard<ApiError> = /* @__PURE__ */ errorGuard(ApiError);

/** Tells whether a value is a {@link BadRequestError}. */
export const isBadRequestError: ErrorGuard<BadRequestError> = /* @__PURE__ */ errorGuard(BadRequestError);

/** Tells whether a value is an {@link AuthenticationError}. */
export const isAuthenticationError: ErrorGuard<AuthenticationError> =
  /* @__PURE__ */ errorGuard(AuthenticationError);

/** Tells whether a value is a {@link NotFoundError}. */
export const isNotFoundError: ErrorGuard<NotFoundError> = /* @__PURE__ */ errorGuard(NotFoundError);

/** Tells whether a value is a {@link ConflictError}. */
export const isConflictError: ErrorGuard<ConflictError> = /* @__PURE__ */ errorGuard(ConflictError);

/** Tells whether a value is a {@link PayloadTooLargeError}. */
export const isPayloadTooLargeError: ErrorGuard<PayloadTooLargeError> =
  /* @__PURE__ */ errorGuard(PayloadTooLargeError);

/** Tells whether a value is a {@link UnsupportedMediaTypeError}. */
export const isUnsupportedMediaTypeError: ErrorGuard<UnsupportedMediaTypeError> =
  /* @__PURE__ */ errorGuard(UnsupportedMediaTypeError);

/** Tells whether a value is a {@link RateLimitError}. */
export const isRateLimitError: ErrorGuard<RateLimitError> = /* @__PURE__ */ errorGuard(RateLimitError);

/** Tells whether a value is a {@link ServerError}. */
export const isServerError: ErrorGuard<ServerError> = /* @__PURE__ */ errorGuard(ServerError);

/** Tells whether a value is a {@link ServiceUnavailableError}. */
export const isServiceUnavailableError: ErrorGuard<ServiceUnavailableError> =
  /* @__PURE__ */ errorGuard(ServiceUnavailableError);

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
