/** Why a computer cannot be changed or added. The codes of changes are also the last part of a problem's type. */
export type ComputerConflictCode =
  | "id-taken"
  | "name-taken"
  | "host-already-set"
  | "host-taken"
  | "install-session-running"
  | "earlier-step-not-completed"
  | "no-install-deps-step";

/** Says that a computer cannot be changed or added as asked; nothing was changed. */
export class ComputerConflict extends Error {
  override readonly name = "ComputerConflict";
  readonly code: ComputerConflictCode;
  /** The computer that could not be added, where an import had several. */
  readonly computerId: string | undefined;
  /** Its place among those that were added, from 0. */
  readonly position: number | undefined;

  constructor(code: ComputerConflictCode, computerId?: string, position?: number) {
    super(computerId === undefined ? code : `${code}: computer ${computerId}`);
    this.code = code;
    this.computerId = computerId;
    this.position = position;
  }
}
