import type { Problem, Violation } from "@compute-host/types";
import { ConflictError } from "../computers/conflict.ts";
import { type JsonText, jsonText } from "../schema/json-text.ts";
import { type ProblemKey, problemTypes } from "./problems.gen.ts";

/** Details of a problem besides its kind. */
export interface ProblemOptions {
  /** @default the one that the spec shows */
  readonly detail?: string;
  readonly errors?: readonly Violation[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with a problem. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemKey;
  readonly options: ProblemOptions;

  constructor(code: ProblemKey, options: ProblemOptions = {}) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

/** The largest number of places that are listed; the rest is usually more of the same. */
export const maxViolations = 20;

/** The problem of a request that breaks the schema. */
export function invalidRequest(errors: readonly Violation[]): ProblemError {
  return new ProblemError("invalid-request", { errors: errors.slice(0, maxViolations) });
}

/** The problem that an error stands for, if it has one. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (error instanceof ConflictError) return new ProblemError(error.code);
  return error instanceof ProblemError ? error : undefined;
}

/** Whether a text is the last part of the type of a problem. */
export function isProblemKey(name: string): name is ProblemKey {
  return Object.hasOwn(problemTypes, name);
}

/** The status and the header fields of a problem, besides its media type. */
export function problemHead({ code, options }: ProblemError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { status } = problemTypes[code];
  return { status, headers: { ...options.headers, ...(status === 401 && { "www-authenticate": "Bearer" }) } };
}

/** The members that differ between two problem documents of one kind. */
export interface ProblemOccurrence extends ProblemOptions {
  readonly requestId: string;
  /** Target of the request, with or without its query. */
  readonly target: string;
}

/** Prints a problem document. */
export function problemText(code: ProblemKey, occurrence: ProblemOccurrence): JsonText<Problem> {
  const { type, title, status, detail: shown } = problemTypes[code];
  const { requestId, target, detail = shown, errors } = occurrence;
  const places =
    errors &&
    `${errors.length} ${errors.length === 1 ? "place" : "places"}${errors.length < maxViolations ? "" : " or more"}`;
  return jsonText<Problem>({
    type,
    title,
    status,
    detail: places ? `The request breaks the schema in ${places}; see errors.` : detail,
    instance: instanceOf(target),
    requestId,
    ...(errors && { errors: [...errors] }),
  });
}

/** The largest number of characters of the path that a response repeats. */
const maxInstanceLength = 1000;

/** The path without its query; characters that a URI reference cannot contain are percent-encoded. */
function instanceOf(target: string): string {
  const path = encodedPathOf(target);
  if (path.length <= maxInstanceLength) return path;
  // Do not cut through a percent-encoded byte.
  return path.slice(0, maxInstanceLength).replace(/%[\da-f]?$/i, "");
}

function encodedPathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  if (/^[\w\-.~/!$&'()*+,;=:@]*$/.test(path)) return path;
  return path
    .replaceAll(/%(?![0-9a-f]{2})/gi, "%25")
    .replaceAll(/[^\w\-.~/!$&'()*+,;=:@%]/gu, (character) =>
      encodeURIComponent(character.replace(/^[\ud800-\udfff]$/, "\ufffd")),
    );
}
