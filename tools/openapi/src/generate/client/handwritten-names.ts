/**
 * What the client's main entry exports by hand and a schema could be called: it would hide a generated type of such a name. A test of
 * the client compares it with the entry.
 */
export const handwrittenNames: readonly string[] = [
  "ApiCall",
  "ApiError",
  "CallOptions",
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
