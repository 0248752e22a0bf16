// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import * as errors from "./errors.gen.ts";
import type { ApiError } from "./errors.ts";

/** The class of each status of the spec; any other is a `ServerError` from 500 on, otherwise an `ApiError`. */
export const errorClassByStatus: Readonly<Record<number, typeof ApiError>> = {
  400: errors.BadRequestError,
  401: errors.AuthenticationError,
  404: errors.NotFoundError,
  409: errors.ConflictError,
  413: errors.PayloadTooLargeError,
  415: errors.UnsupportedMediaTypeError,
  429: errors.RateLimitError,
  503: errors.ServiceUnavailableError,
};

/** The members of a problem document, each with a value of its type. */
export const errorMembers: Readonly<Record<string, unknown>> = {"type":"","title":"","status":0,"detail":"","instance":"","requestId":"","errors":[]};
