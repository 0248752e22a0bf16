import type { ConflictCode } from "@compute-host/core";

/** Why a computer cannot be changed or added. The codes of changes are also the last part of a problem's type. */
export type ComputerConflictCode = "id-taken" | "no-such-step" | "nothing-to-retry" | ConflictCode;

/** A computer cannot be changed or added as requested; nothing changed. */
export class ComputerConflictError extends Error {
  override readonly name = "ComputerConflictError";
  readonly code: ComputerConflictCode;
  /** The computer that could not be added, if an import had several. */
  readonly computerId: string | undefined;
  /** Its index in the import, from 0. */
  readonly position: number | undefined;
  /** The next ones of the same import, in its order. */
  readonly further: readonly ComputerConflictError[];

  constructor(
    code: ComputerConflictCode,
    computerId?: string,
    position?: number,
    further: readonly ComputerConflictError[] = [],
  ) {
    super(computerId === undefined ? code : `${code}: computer ${computerId}`);
    this.code = code;
    this.computerId = computerId;
    this.position = position;
    this.further = further;
  }
}

/** How many conflicts of an import are named: the rest is usually more of the same. */
export const maxConflicts = 20;

/** @throws ComputerConflictError the first one, with the further ones, unless there is none. */
export function throwConflicts([first, ...further]: readonly ComputerConflictError[]): void {
  if (first !== undefined)
    throw new ComputerConflictError(first.code, first.computerId, first.position, further);
}

/** The storage failed. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Whether the operation is known not to have been processed and may succeed when it is repeated. */
  readonly isUnprocessed: boolean;

  constructor(message: string, options: { readonly isUnprocessed: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isUnprocessed = options.isUnprocessed;
  }
}
