// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
  "invalid-request": {
    type: "/problems/invalid-request",
    title: "Invalid request",
    status: 400,
    detail: "The request breaks the schema in 2 places; see errors.",
  },
  "malformed-json": {
    type: "/problems/malformed-json",
    title: "Malformed JSON",
    status: 400,
    detail: "The request body is not valid JSON.",
  },
  "unauthenticated": {
    type: "/problems/unauthenticated",
    title: "Unauthenticated",
    status: 401,
    detail: "Send a valid API key or JWT as Authorization: Bearer <token>.",
  },
  "computer-not-found": {
    type: "/problems/computer-not-found",
    title: "Computer not found",
    status: 404,
    detail: "There is no computer with this id among yours.",
  },
  "method-not-allowed": {
    type: "/problems/method-not-allowed",
    title: "Method not allowed",
    status: 405,
    detail: "This path does not support the method; the header Allow lists those that it does.",
  },
  "not-found": {
    type: "/problems/not-found",
    title: "Not found",
    status: 404,
    detail: "The service has nothing under this path.",
  },
  "malformed-url": {
    type: "/problems/malformed-url",
    title: "Malformed URL",
    status: 400,
    detail: "The path is not valid: every % begins two hexadecimal digits, and they encode UTF-8.",
  },
  "malformed-http": {
    type: "/problems/malformed-http",
    title: "Malformed HTTP",
    status: 400,
    detail: "The request is not valid HTTP/1.1.",
  },
  "request-timeout": {
    type: "/problems/request-timeout",
    title: "Request timeout",
    status: 408,
    detail: "The request did not arrive whole in time; send it again, faster.",
  },
  "expectation-failed": {
    type: "/problems/expectation-failed",
    title: "Expectation failed",
    status: 417,
    detail: "The service meets no expectation but 100-continue; leave the header Expect out.",
  },
  "header-too-large": {
    type: "/problems/header-too-large",
    title: "Header too large",
    status: 431,
    detail: "The request line and the header fields have at most 16384 bytes together.",
  },
  "name-taken": {
    type: "/problems/name-taken",
    title: "Name taken",
    status: 409,
    detail: "Another computer of yours has this name; choose another one.",
  },
  "host-already-set": {
    type: "/problems/host-already-set",
    title: "Host already set",
    status: 409,
    detail: "The computer is linked to another host; a host can be set only once.",
  },
  "host-taken": {
    type: "/problems/host-taken",
    title: "Host taken",
    status: 409,
    detail: "Another computer of yours is linked to this host.",
  },
  "install-session-running": {
    type: "/problems/install-session-running",
    title: "Install session running",
    status: 409,
    detail: "An install session is running on this computer; wait until it ends.",
  },
  "earlier-step-not-completed": {
    type: "/problems/earlier-step-not-completed",
    title: "Earlier step not completed",
    status: 409,
    detail: "A step before install-deps has not completed; only then can install-deps be retried.",
  },
  "no-install-deps-step": {
    type: "/problems/no-install-deps-step",
    title: "No install-deps step",
    status: 409,
    detail: "This computer has no install-deps step, so there is nothing to retry.",
  },
  "body-too-large": {
    type: "/problems/body-too-large",
    title: "Body too large",
    status: 413,
    detail: "A request body has at most 65536 bytes.",
  },
  "unsupported-media-type": {
    type: "/problems/unsupported-media-type",
    title: "Unsupported media type",
    status: 415,
    detail: "Send the body as Content-Type: application/json.",
  },
  "rate-limited": {
    type: "/problems/rate-limited",
    title: "Rate limited",
    status: 429,
    detail: "Too many requests; repeat this one after the time in Retry-After.",
  },
  "internal-error": {
    type: "/problems/internal-error",
    title: "Internal error",
    status: 500,
    detail: "The service failed; name the request id when you report it.",
  },
  "unavailable": {
    type: "/problems/unavailable",
    title: "Unavailable",
    status: 503,
    detail: "The service cannot take this request now; repeat it after the time in Retry-After.",
  },
} as const;

/** The name of a kind of problem. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = 65536;
