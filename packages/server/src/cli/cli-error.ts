/** Exit codes of the command line. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** A command cannot do what was asked: the message is all that the person needs, without a stack trace. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
