/** Says that the storage failed. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Whether the operation is known not to have been processed, so that it is safe to repeat it. */
  readonly isUnprocessed: boolean;

  constructor(message: string, options: { readonly isUnprocessed: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isUnprocessed = options.isUnprocessed;
  }
}

/** Says that another process has the database at this moment. */
export class StorageInUse extends StorageError {
  constructor(message: string, cause: unknown) {
    super(message, { isUnprocessed: true, cause });
  }
}
