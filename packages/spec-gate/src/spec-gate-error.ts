/** A line of a file, which starts at 1. */
interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** The gate has no verdict: a file is unreadable, a spec is invalid, or there is no base. The message is one line. */
export class SpecGateError extends Error {
  override readonly name = "SpecGateError";
  readonly code = "no-verdict";
  /** Where the message says that something is wrong; `undefined` if it names no line. */
  readonly at: FileLine | undefined;

  constructor(message: string, { at, ...options }: ErrorOptions & { readonly at?: FileLine } = {}) {
    super(message, options);
    this.at = at;
  }
}
