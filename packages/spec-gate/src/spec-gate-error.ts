/** The gate has no verdict: a file is unreadable, a spec is invalid, or there is no base. The message is one line. */
export class SpecGateError extends Error {
  override readonly name = "SpecGateError";
  readonly code = "no-verdict";
}
