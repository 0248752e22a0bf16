/** A place in a request that breaks the schema. */
export interface Violation {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

interface Kind {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** The kinds of problems; each one's `type` is `/problems/<kind>`. */
export const problemKinds = {
  "invalid-request": {
    status: 400,
    title: "Invalid request",
    detail: "The request breaks the schema; see errors.",
  },
  "malformed-request": {
    status: 400,
    title: "Malformed request",
    detail: "The request body is not valid JSON.",
  },
  unauthenticated: {
    status: 401,
    title: "Unauthenticated",
    detail: "Send a valid API key or JWT as Authorization: Bearer <token>.",
  },
  "path-not-found": { status: 404, title: "Path not found", detail: "The service has no such path." },
  "computer-not-found": {
    status: 404,
    title: "Computer not found",
    detail: "You have no computer with this ID.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    detail: "This path does not support this method. The Allow header lists the methods that it supports.",
  },
  "name-taken": { status: 409, title: "Name taken", detail: "You already have a computer with this name." },
  "host-already-set": {
    status: 409,
    title: "Host already set",
    detail: "The computer is already linked to a different host. A host can be set only once.",
  },
  "host-taken": {
    status: 409,
    title: "Host taken",
    detail: "You already have a computer that is linked to this host.",
  },
  "install-session-running": {
    status: 409,
    title: "Install session running",
    detail: "An install session is running on this computer. Wait until it ends.",
  },
  "earlier-step-not-completed": {
    status: 409,
    title: "Earlier step not completed",
    detail:
      "An earlier step has not completed. Wait for it; if it failed, ask the operator of the service to retry from it.",
  },
  "no-install-deps-step": {
    status: 409,
    title: "No install-deps step",
    detail: "This computer has no install-deps step, so there is nothing to retry.",
  },
  "body-too-large": {
    status: 413,
    title: "Body too large",
    detail: "The request body must not exceed 65536 bytes.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "Unsupported media type",
    detail: "Send the body as Content-Type: application/json.",
  },
  "rate-limited": {
    status: 429,
    title: "Rate limited",
    detail: "Too many requests. Repeat this one after the time in Retry-After.",
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    detail: "The service failed. Include the request ID when you report it.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    detail: "The service cannot take this request now. Repeat it after the time in Retry-After.",
  },
} as const satisfies Record<string, Kind>;

/** The kind of a problem. */
export type ProblemKind = keyof typeof problemKinds;

interface ProblemDetails {
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly Violation[];
  /** Replaces the kind's own status. */
  readonly status?: number;
}

/** A request fails with a problem document. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, details: ProblemDetails = {}) {
    super(kind);
    this.kind = kind;
    this.details = details;
  }
}
