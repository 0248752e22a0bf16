/**
 * Reads the arguments of a command. A wrong usage gets one line that says what is wrong and what to do.
 *
 * @packageDocumentation
 */
export {
  type Accepted,
  checkValue,
  existingFile,
  oneOf,
  regularExpression,
  wholeNumber,
  writableFile,
} from "./accepted.ts";
export { nearest } from "./nearest.mjs";
export {
  type CommandLine,
  type CommandOptions,
  type CommandShape,
  parseCommandLine,
} from "./parse-command-line.ts";
export {
  type ProgramArgument,
  type ProgramOptions,
  type ProgramUsage,
  readArguments,
} from "./read-arguments.ts";
export { UsageError, unknownWord } from "./usage-error.ts";
