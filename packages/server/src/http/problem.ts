import { isProblemKey, ProblemError, type ProblemKey, problemOfError } from "@compute-host/core";
import { AuthenticationUnavailableError } from "../auth/authenticator.ts";
import { ComputerConflictError, StorageError } from "../computers/store-errors.ts";

/** `Retry-After` when the service cannot handle a request, in seconds. */
const retryAfterSeconds = "1";
/** `Retry-After` while the issuer's keys cannot be read, in seconds: they are not fetched more often. */
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
  const known = problemOfError(error);
  if (known !== undefined) return known;
  if (error instanceof ComputerConflictError) {
    // The codes of operators' commands have no problem, because requests cannot cause them.
    return new ProblemError(isProblemKey(error.code) ? error.code : "internal-error");
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
