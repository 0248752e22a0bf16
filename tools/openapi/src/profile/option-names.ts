/**
 * Names that no parameter of an operation may have: the options of the client and of its calls, and that of an optional body, because a
 * parameter is a member of the same object. A test of the client's types does not compile if an option is missing here.
 */
export const optionNames = [
  "baseUrl",
  "body",
  "deadlineMs",
  "fetch",
  "headers",
  "hooks",
  "intervalMs",
  "maxResponseBytes",
  "maxRetries",
  "maxRetryAfterMs",
  "onProgress",
  "signal",
  "since",
  "timeoutMs",
  "token",
  "validate",
] as const;
