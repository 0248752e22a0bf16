import type { ConflictCode } from "@compute-host/core";

/** Why a computer cannot be changed or added. The codes of a change are also the last part of a problem's type. */
export type ComputerConflictCode = "id-taken" | "no-such-step" | "nothing-to-retry" | ConflictCode;

/** A computer could not be changed or added as requested; nothing was changed. */
export class ComputerConflictError extends Error {
  override readonly name = "ComputerConflictError";
  readonly code: ComputerConflictCode;
  /** The computer that could not be added, in an import. */
  readonly computerId: string | undefined;
  /** Its index in the import, from 0. */
  readonly position: number | undefined;
  /** Further conflicts of the same import, in its order. */
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

/** How many conflicts of an import are reported; the rest is usually more of the same. */
export const maxConflicts = 20;

/** @throws ComputerConflictError the first conflict, with the further ones, if there is any */
export function throwConflicts([first, ...further]: readonly ComputerConflictError[]): void {
  if (first !== undefined)
    throw new ComputerConflictError(first.code, first.computerId, first.position, further);
}

/** The storage failed. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Whether the operation is known not to have been processed, and may succeed if retried. */
  readonly isUnprocessed: boolean;

  constructor(message: string, options: { readonly isUnprocessed: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isUnprocessed = options.isUnprocessed;
  }
}
