/**
 * The names of types that the client's main entry exports by hand; they would hide a schema of the same name.
 * A test of the client compares them with the entry.
 */
export const handwrittenNames: readonly string[] = [
  "ApiCall",
  "ApiError",
  "CallOptions",
  "HeaderFields",
  "ClientHooks",
  "ClientOptions",
  "ClientSchemas",
  "ComputeHostClient",
  "ComputeHostError",
  "ConnectionError",
  "EndEvent",
  "ErrorDetails",
  "ErrorGuard",
  "InvalidArgumentError",
  "InvalidResponseError",
  "ProblemDetails",
  "RequestEvent",
  "RequestOptions",
  "ResponseEvent",
  "RetryEvent",
  "StepProgress",
  "TimeoutError",
  "TokenError",
  "TokenFunction",
  "TokenRequest",
  "WaitOptions",
  "WithResponse",
];
