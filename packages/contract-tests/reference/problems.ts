/** The largest body of a request. */
export const maxBodyBytes = 65_536;

/** The kinds of problems, each with its status, its title and its detail. */
export const problemKinds = {
  "invalid-request": [400, "Invalid request", "The request breaks the schema; see errors."],
  "malformed-request": [400, "Malformed request", "The request body is not valid JSON."],
  unauthenticated: [401, "Unauthenticated", "Send a valid token as Authorization: Bearer <token>."],
  "path-not-found": [404, "Path not found", "The service has no such path."],
  "computer-not-found": [404, "Computer not found", "You have no such computer."],
  "method-not-allowed": [405, "Method not allowed", "See Allow for the methods of this path."],
  "name-taken": [409, "Name taken", "You already have a computer with this name."],
  "host-already-set": [409, "Host already set", "The computer is already linked to a different host."],
  "host-taken": [409, "Host taken", "You already have a computer that is linked to this host."],
  "install-session-running": [409, "Install session running", "Wait until the install session ends."],
  "earlier-step-not-completed": [409, "Earlier step not completed", "An earlier step has not completed."],
  "no-install-deps-step": [409, "No install-deps step", "This computer has nothing to retry."],
  "body-too-large": [413, "Body too large", `The request body must not exceed ${maxBodyBytes} bytes.`],
  "unsupported-media-type": [415, "Unsupported media type", "Send the body as application/json."],
  "header-too-large": [431, "Header too large", "Send shorter header fields."],
  "rate-limited": [429, "Rate limited", "Repeat the request after the time in Retry-After."],
  "internal-error": [500, "Internal error", "The service failed."],
  unavailable: [503, "Unavailable", "Repeat the request after the time in Retry-After."],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string, detail: string]>>;

/** The kind of a problem. */
export type ProblemKind = keyof typeof problemKinds;

/** What a problem has beyond its kind, or instead of it. */
interface Details {
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly Readonly<Record<string, string>>[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request fails with a problem document (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly kind: ProblemKind;
  readonly details: Details;

  constructor(kind: ProblemKind, details: Details = {}) {
    super(kind);
    this.kind = kind;
    this.details = details;
  }
}

/** Fails with a problem; by default like a service that met something unexpected. */
export function fail(kind: ProblemKind = "internal-error", details?: Details): never {
  throw new Problem(kind, details);
}
