/** Failures of the system that end by themselves, or when the operator makes room. */
const temporary = new Set([
  "EAGAIN",
  "EBUSY",
  "EDQUOT",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOMEM",
  "ENOSPC",
  "EROFS",
]);

/** The code of a failed call of the system, such as `ENOSPC`; `undefined` for another error. */
export function systemCodeOf(error: unknown): string | undefined {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  return typeof code === "string" && syscall !== undefined ? code : undefined;
}

/** A failure that ends by itself, or when the operator makes room. */
export class TemporaryError extends Error {
  override readonly name: string = "TemporaryError";
}

/** A failure of that kind before anything of a step began, which so needs no place until it is tried again. */
export class NotBegunError extends TemporaryError {
  override readonly name: string = "NotBegunError";
}

/** Whether the same call may succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof TemporaryError || temporary.has(systemCodeOf(error) ?? "");
}

/** Whether a file could not be opened because there are too many open files. */
export function isExhausted(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes(systemCodeOf(error) ?? "");
}
