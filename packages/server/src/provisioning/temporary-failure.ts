import { setTimeout as wait } from "node:timers/promises";

/** Failures of the system that end by themselves or once the operator frees resources. */
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
  "ETXTBSY",
]);

/** The code of a failed system call, such as `ENOSPC`; `undefined` for any other error. */
export function systemCodeOf(error: unknown): string | undefined {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  return typeof code === "string" && syscall !== undefined ? code : undefined;
}

/** A failure that ends by itself or once the operator frees resources. */
export class TemporaryError extends Error {
  override readonly name: string = "TemporaryError";
}

/** Such a failure before a step started, so that it needs no place until it is retried. */
export class NotBegunError extends TemporaryError {
  override readonly name: string = "NotBegunError";
}

/** A step that was interrupted after it had started. Its own command may be the cause, so retries are ever rarer. */
export class InterruptedError extends TemporaryError {
  override readonly name: string = "InterruptedError";
  /** How often the step has been interrupted, with this time. */
  readonly count: number;

  constructor(message: string, count: number) {
    super(message);
    this.count = count;
  }
}

/** Whether the same call may succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof TemporaryError || temporary.has(systemCodeOf(error) ?? "");
}

/** The pause before {@link insist} tries again, in milliseconds. */
const insistMs = 500;

/** Repeats what must not be given up while the system temporarily refuses it. */
export async function insist<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await wait(insistMs);
    }
  }
}

/** Whether a file could not be opened because too many are open. */
export function isExhausted(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes(systemCodeOf(error) ?? "");
}
