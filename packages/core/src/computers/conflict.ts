/** Why a computer cannot be changed as requested: the last part of the problem's `type`. */
export type ConflictCode =
  | "name-taken"
  | "host-already-set"
  | "host-taken"
  | "install-session-running"
  | "earlier-step-not-completed"
  | "no-install-deps-step";

/** A change to a computer was refused, and nothing was changed. */
export class ConflictError extends Error {
  override readonly name: string = "ConflictError";
  readonly code: ConflictCode;

  constructor(code: ConflictCode) {
    super(code);
    this.code = code;
  }
}
