/** Where a command writes to and reads its environment from: the process, or a test. */
export interface CliIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the command answers; the promise resolves when more can be taken. */
  writeOutput(text: string): void | Promise<void>;
  /** Progress, notes and errors. */
  writeNote(text: string): void;
  /** Whether notes go to a terminal, where a line of progress can be overwritten. */
  readonly isTerminal: boolean;
}
