/**
 * Names that no parameter of an operation may have, because parameters are members of the same object: the
 * options of the client and its calls, and the optional body. A type test of the client does not compile if
 * an option is missing here.
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
  "onPollError",
  "onProgress",
  "signal",
  "since",
  "timeoutMs",
  "token",
  "validate",
] as const;
