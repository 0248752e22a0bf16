/** The largest request body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** A kind of problem: what a problem document repeats of it every time. */
export interface ProblemType {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

function problemType(type: string, title: string, status: number, detail: string): ProblemType {
  return { type: `/problems/${type}`, title, status, detail };
}

/** Every kind of problem that the service sends. The keys of conflicts are the codes of `ComputerConflictError`. */
export const problemTypes = {
  "invalid-request": problemType(
    "invalid-request",
    "Invalid request",
    400,
    "The request breaks the schema; see errors.",
  ),
  "malformed-json": problemType(
    "malformed-request",
    "Malformed request",
    400,
    "The request body is not valid JSON.",
  ),
  "malformed-url": problemType(
    "malformed-request",
    "Malformed request",
    400,
    "The path is not valid: every % begins two hexadecimal digits, and they encode UTF-8.",
  ),
  "malformed-http": problemType(
    "malformed-request",
    "Malformed request",
    400,
    "The request is not valid HTTP/1.1.",
  ),
  unauthenticated: problemType(
    "unauthenticated",
    "Unauthenticated",
    401,
    "Send a valid API key or JWT as Authorization: Bearer <token>.",
  ),
  "computer-not-found": problemType(
    "computer-not-found",
    "Computer not found",
    404,
    "There is no computer with this id among yours.",
  ),
  "not-found": problemType("not-found", "Not found", 404, "The service has nothing under this path."),
  "method-not-allowed": problemType(
    "method-not-allowed",
    "Method not allowed",
    405,
    "This path does not support the method; the header Allow lists those that it does.",
  ),
  "request-timeout": problemType(
    "request-timeout",
    "Request timeout",
    408,
    "The request did not arrive whole in time; send it again, faster.",
  ),
  "name-taken": problemType(
    "name-taken",
    "Name taken",
    409,
    "Another computer of yours has this name; choose another one.",
  ),
  "host-already-set": problemType(
    "host-already-set",
    "Host already set",
    409,
    "The computer is linked to another host; a host can be set only once.",
  ),
  "host-taken": problemType(
    "host-taken",
    "Host taken",
    409,
    "Another computer of yours is linked to this host.",
  ),
  "install-session-running": problemType(
    "install-session-running",
    "Install session running",
    409,
    "An install session is running on this computer; wait until it ends.",
  ),
  "earlier-step-not-completed": problemType(
    "earlier-step-not-completed",
    "Earlier step not completed",
    409,
    "A step before install-deps has not completed; only then can install-deps be retried.",
  ),
  "no-install-deps-step": problemType(
    "no-install-deps-step",
    "No install-deps step",
    409,
    "This computer has no install-deps step, so there is nothing to retry.",
  ),
  "body-too-large": problemType(
    "body-too-large",
    "Body too large",
    413,
    `A request body has at most ${maxBodyBytes} bytes.`,
  ),
  "unsupported-media-type": problemType(
    "unsupported-media-type",
    "Unsupported media type",
    415,
    "Send the body as Content-Type: application/json.",
  ),
  "expectation-failed": problemType(
    "expectation-failed",
    "Expectation failed",
    417,
    "The service meets no expectation but 100-continue; leave the header Expect out.",
  ),
  "rate-limited": problemType(
    "rate-limited",
    "Rate limited",
    429,
    "Too many requests; repeat this one after the time in Retry-After.",
  ),
  "header-too-large": problemType(
    "header-too-large",
    "Header too large",
    431,
    "The request line and the header fields have at most 16384 bytes together.",
  ),
  "internal-error": problemType(
    "internal-error",
    "Internal error",
    500,
    "The service failed; name the request id when you report it.",
  ),
  unavailable: problemType(
    "unavailable",
    "Unavailable",
    503,
    "The service cannot take this request now; repeat it after the time in Retry-After.",
  ),
} as const satisfies Record<string, ProblemType>;

/** The key of a kind of problem; RFC 9457 calls the URI in `type` the problem type, and several kinds may share one. */
export type ProblemKey = keyof typeof problemTypes;
