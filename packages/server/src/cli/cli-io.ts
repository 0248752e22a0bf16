/** The output and environment of a command: the process's, or a test's. */
export interface CliIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes the command's result; resolves when more can be written. */
  writeOutput(text: string): void | Promise<void>;
  /** Writes notes and errors. */
  writeNote(text: string): void;
}

/** Formats a number with its noun, such as `1 computer` or `2 computers`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Exit codes of the command line. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** A command failed; the message is enough for the user, without a stack trace. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
