import { StorageError } from "../../../computers/store-errors.ts";
import { describeOperatorError, type OperatorErrorCode } from "../../operator-errors.ts";

/**
 * Result codes of SQLite, see https://www.sqlite.org/rescode.html. The low byte of an extended code is its primary
 * code.
 */
const codes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
  constraint: 19,
  ioErrorRead: 266,
  ioErrorShortRead: 522,
  ioErrorWrite: 778,
  /** The index of the log cannot grow. */
  ioErrorShmSize: 4874,
} as const;

const operatorCodes: Readonly<Record<number, OperatorErrorCode>> = {
  [codes.busy]: "sqlite-locked",
  [codes.readOnly]: "sqlite-read-only",
  [codes.ioError]: "sqlite-io-error",
  [codes.corrupt]: "sqlite-damaged",
  [codes.full]: "sqlite-disk-full",
  [codes.cannotOpen]: "sqlite-cannot-open",
  [codes.notADatabase]: "sqlite-not-a-database",
};

/** System errors for a file that this user may not write. */
const deniedCodes: readonly unknown[] = ["EACCES", "EPERM", "EROFS"];

function extendedCode(error: unknown): number {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  if (deniedCodes.includes(code)) return codes.readOnly;
  if (errcode === codes.ioErrorShmSize) return codes.full;
  return typeof errcode === "number" ? errcode : 0;
}

/** Temporary errors after which nothing was changed, so that the request can be retried. */
const retryable: readonly number[] = [codes.busy, codes.locked, codes.noMemory, codes.readOnly, codes.full];

/** Whether the operation that threw this was not processed and may succeed if retried. */
export function isRetryable(error: unknown): boolean {
  const code = extendedCode(error);
  return code === codes.ioErrorWrite || retryable.includes(code & 0xff);
}

/** What SQLite throws for a file that is no database. */
export function notADatabaseError(): Error {
  return Object.assign(new Error("file is not a database"), { errcode: codes.notADatabase });
}

/** Whether the file itself is damaged, so that a retry cannot help. */
export function isDamage(error: unknown): boolean {
  const code = extendedCode(error) & 0xff;
  return code === codes.corrupt || code === codes.notADatabase;
}

/** Whether a page looked damaged or could not be read, so that a second read may succeed. */
export function isUnreadable(error: unknown): boolean {
  const code = extendedCode(error);
  return isDamage(error) || code === codes.ioErrorRead || code === codes.ioErrorShortRead;
}

/** Whether SQLite reported this, and not because it refused a row. */
export function isFailure(error: unknown): boolean {
  return extendedCode(error) !== 0 && !isConstraintViolation(error);
}

/** Whether another process has the database locked. */
export function isInUse(error: unknown): boolean {
  return (extendedCode(error) & 0xff) === codes.busy;
}

/** Whether this user may not open or write the file. */
export function isDenied(error: unknown): boolean {
  const code = extendedCode(error) & 0xff;
  return code === codes.readOnly || code === codes.cannotOpen;
}

/** Whether a unique index or another constraint refused a row. */
export function isConstraintViolation(error: unknown): boolean {
  return (extendedCode(error) & 0xff) === codes.constraint;
}

/** Says what is wrong and what to do. */
export function describeSqliteError(error: unknown): string {
  const code = operatorCodes[extendedCode(error) & 0xff];
  const message = error instanceof Error ? error.message : String(error);
  return code === undefined ? message : describeOperatorError(code, message);
}

/**
 * Converts a failure of a single statement, which SQLite undid, to a {@link StorageError}; returns other errors
 * unchanged.
 */
export function asStorageError(error: unknown): unknown {
  if (!isFailure(error)) return error;
  return new StorageError(describeSqliteError(error), { isUnprocessed: isRetryable(error), cause: error });
}
