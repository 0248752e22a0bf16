// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** Every kind of problem that the description shows, by the last part of its type. */
export const problemTypes = {
  "invalid-request": {
    type: "/problems/invalid-request",
    title: "Invalid request",
    status: 400,
    detail: "The request breaks the schema in 2 places; see errors.",
  },
  "malformed-url": {
    type: "/problems/malformed-url",
    title: "Malformed URL",
    status: 400,
    detail: "The path is not valid. Every % must be followed by two hexadecimal digits, and the bytes must be UTF-8.",
  },
  "malformed-http": {
    type: "/problems/malformed-http",
    title: "Malformed HTTP",
    status: 400,
    detail: "The request is not valid HTTP/1.1.",
  },
  "unauthenticated": {
    type: "/problems/unauthenticated",
    title: "Unauthenticated",
    status: 401,
    detail: "Send a valid API key or JWT as Authorization: Bearer <token>.",
  },
  "rate-limited": {
    type: "/problems/rate-limited",
    title: "Rate limited",
    status: 429,
    detail: "Too many requests. Repeat this one after the time in Retry-After.",
  },
  "internal-error": {
    type: "/problems/internal-error",
    title: "Internal error",
    status: 500,
    detail: "The service failed. Include the request ID when you report it.",
  },
  "unavailable": {
    type: "/problems/unavailable",
    title: "Unavailable",
    status: 503,
    detail: "The service cannot take this request now. Repeat it after the time in Retry-After.",
  },
  "method-not-allowed": {
    type: "/problems/method-not-allowed",
    title: "Method not allowed",
    status: 405,
    detail: "This path does not support this method. The Allow header lists the methods that it supports.",
  },
  "request-timeout": {
    type: "/problems/request-timeout",
    title: "Request timeout",
    status: 408,
    detail: "The request took too long to arrive. Check your connection and send it again.",
  },
  "expectation-failed": {
    type: "/problems/expectation-failed",
    title: "Expectation failed",
    status: 417,
    detail: "Only Expect: 100-continue is supported. Remove the Expect header.",
  },
  "header-too-large": {
    type: "/problems/header-too-large",
    title: "Header too large",
    status: 431,
    detail: "The request line and the header fields must not exceed 16384 bytes together.",
  },
  "body-too-large": {
    type: "/problems/body-too-large",
    title: "Body too large",
    status: 413,
    detail: "The request body must not exceed 65536 bytes.",
  },
  "not-found": {
    type: "/problems/not-found",
    title: "Not found",
    status: 404,
    detail: "The service has no such path.",
  },
  "computer-not-found": {
    type: "/problems/computer-not-found",
    title: "Computer not found",
    status: 404,
    detail: "You have no computer with this ID.",
  },
  "malformed-json": {
    type: "/problems/malformed-json",
    title: "Malformed JSON",
    status: 400,
    detail: "The request body is not valid JSON.",
  },
  "name-taken": {
    type: "/problems/name-taken",
    title: "Name taken",
    status: 409,
    detail: "You already have a computer with this name. Choose a different name.",
  },
  "host-already-set": {
    type: "/problems/host-already-set",
    title: "Host already set",
    status: 409,
    detail: "The computer is already linked to a different host. A host can be set only once.",
  },
  "host-taken": {
    type: "/problems/host-taken",
    title: "Host taken",
    status: 409,
    detail: "You already have a computer that is linked to this host.",
  },
  "unsupported-media-type": {
    type: "/problems/unsupported-media-type",
    title: "Unsupported media type",
    status: 415,
    detail: "Send the body as Content-Type: application/json, without Content-Encoding.",
  },
  "install-session-running": {
    type: "/problems/install-session-running",
    title: "Install session running",
    status: 409,
    detail: "An install session is running on this computer. Wait until it ends.",
  },
  "earlier-step-not-completed": {
    type: "/problems/earlier-step-not-completed",
    title: "Earlier step not completed",
    status: 409,
    detail: "An earlier step has not completed. Wait for it; if it failed, ask the operator of the service to retry from it.",
  },
  "no-install-deps-step": {
    type: "/problems/no-install-deps-step",
    title: "No install-deps step",
    status: 409,
    detail: "This computer has no install-deps step, so there is nothing to retry.",
  },
} as const;

/** The key of a problem type. */
export type ProblemKey = keyof typeof problemTypes;

/** The largest request body, in bytes. */
export const maxBodyBytes: number = 65536;
