/** The gate has no verdict: a file cannot be read, a spec is invalid, or there is no base. The message is one line. */
export class CannotJudge extends Error {
  override readonly name = "CannotJudge";
  readonly code = "cannot-judge";
}
