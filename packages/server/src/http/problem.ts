import { ConflictError } from "@compute-host/core";
import { AuthenticationUnavailableError } from "../auth/authenticator.ts";
import { ComputerConflictError, StorageError } from "../computers/store-errors.ts";
import { maxViolations } from "../openapi/schema-validation.ts";
import { type ExtendedProblems, type ProblemKey, problemTypes } from "./problems.gen.ts";

/** One place where a request breaks the schema. */
export interface RequestViolation {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message: string;
}

/** Details of a problem besides its kind. */
export interface ProblemOptions {
  /** @default the one that the spec shows */
  readonly detail?: string;
  readonly errors?: readonly RequestViolation[];
  readonly headers?: Readonly<Record<string, string>>;
  /** More members ([RFC 9457, section 3.2](https://www.rfc-editor.org/rfc/rfc9457#section-3.2)). */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The arguments after the key of a problem: its type demands the members that its schema requires. */
export type ProblemArguments<Key, Extended> = Key extends keyof Extended
  ? Record<never, never> extends MembersOf<Extended[Key]>
    ? [options?: ProblemOptions & { readonly members?: MembersOf<Extended[Key]> }]
    : [options: ProblemOptions & { readonly members: MembersOf<Extended[Key]> }]
  : [options?: Omit<ProblemOptions, "members">];

type OwnMember = "type" | "title" | "status" | "detail" | "instance" | "requestId" | "errors";

/** The members that the service does not write itself; an index signature names none. */
type MembersOf<Problem> = {
  readonly [Name in keyof Problem as string extends Name ? never : Exclude<Name, OwnMember>]: Problem[Name];
};

/** Ends a request with a problem. */
export class ProblemError<Key extends ProblemKey = ProblemKey> extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemKey;
  readonly options: ProblemOptions;

  constructor(code: Key, ...[options = {}]: ProblemArguments<Key, ExtendedProblems>) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

/** The problem of a request that breaks the schema. */
export function invalidRequest(errors: readonly RequestViolation[]): ProblemError {
  return new ProblemError("invalid-request", { errors });
}

/** The members that differ between two problem documents of one kind. */
export interface ProblemOccurrence extends ProblemOptions {
  readonly requestId: string;
  /** Target of the request, with or without its query. */
  readonly target: string;
}

/** Prints a problem document. */
export function problemText(code: ProblemKey, occurrence: ProblemOccurrence): string {
  const { type, title, status, detail: shown } = problemTypes[code];
  const { requestId, target, detail = shown, errors, members } = occurrence;
  const places =
    errors &&
    `${errors.length} ${errors.length === 1 ? "place" : "places"}${errors.length < maxViolations ? "" : " or more"}`;
  return JSON.stringify({
    type,
    title,
    status,
    detail: places ? `The request breaks the schema in ${places}; see errors.` : detail,
    instance: instanceOf(target),
    requestId,
    errors,
    ...members,
  });
}

/** Largest number of characters of the path that a response repeats. */
const maxInstanceLength = 1000;

/** The path without its query; characters that a URI reference cannot hold are percent-encoded. */
function instanceOf(target: string): string {
  const path = encodedPathOf(target);
  if (path.length <= maxInstanceLength) return path;
  return path.slice(0, maxInstanceLength).replace(/%[\da-f]?$/i, "");
}

function encodedPathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  if (/^[\w\-.~/!$&'()*+,;=:@]*$/.test(path)) return path;
  return path
    .replaceAll(/%(?![0-9a-f]{2})/gi, "%25")
    .replaceAll(/[^\w\-.~/!$&'()*+,;=:@%]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

/** `Retry-After` when the service cannot take a request, in seconds. */
const retryAfterSeconds = "1";
/** `Retry-After` while the issuer's keys cannot be read, in seconds; they are not fetched more often. */
const authenticationRetryAfterSeconds = "30";

/** Codes of Fastify's errors ([reference](https://fastify.dev/docs/latest/Reference/Errors/)) that a client causes. */
const fastifyProblems: Readonly<Record<string, ProblemKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed-http",
  FST_ERR_BAD_URL: "malformed-url",
  FST_ERR_NOT_FOUND: "not-found",
};

/** Maps an error to the problem to send; unknown errors become `internal-error`. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof ConflictError) return new ProblemError(error.code);
  if (error instanceof ComputerConflictError) {
    // The codes of operators' commands have no problem, since requests cannot cause them.
    return new ProblemError(
      Object.hasOwn(problemTypes, error.code) ? (error.code as ProblemKey) : "internal-error",
    );
  }
  if (error instanceof StorageError && error.isUnprocessed) {
    return new ProblemError("unavailable", { headers: { "retry-after": retryAfterSeconds } });
  }
  if (error instanceof AuthenticationUnavailableError) {
    return new ProblemError("unavailable", { headers: { "retry-after": authenticationRetryAfterSeconds } });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new ProblemError(fastifyProblems[code] ?? "internal-error");
}
