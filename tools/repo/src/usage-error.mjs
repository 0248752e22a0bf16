/** The command line or the environment is wrong; the message is one line, enough for the user. */
export class UsageError extends Error {
  name = "UsageError";
  /** Of the program. */
  exitCode = 2;
}
