import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { nearest } from "./nearest.ts";

export { nearest };

/** A command was called incorrectly; the message says in one line what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What an option accepts. */
export interface Accepted {
  /** What follows "--port must be", such as "a whole number from 0 to 65535". */
  readonly name: string;
  readonly test: (text: string) => boolean;
}

/** The options of a command: those of `parseArgs`, with what they accept. */
export type CommandOptions = {
  readonly [Name in string]: ParseArgsOptionsConfig[string] & { readonly accepts?: Accepted };
};

/** What a command takes. */
export interface CommandShape<Options extends CommandOptions> {
  /** The call that prints the help, such as `spec-gate --help`. */
  readonly help: string;
  readonly options: Options;
  readonly allowPositionals?: boolean;
}

/** The arguments of a call. */
export type CommandLine<Options extends CommandOptions> = Pick<
  ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>,
  "values" | "positionals"
>;

/**
 * Reads the arguments of a command. Ignores `--`, which pnpm passes on.
 *
 * @throws UsageError for an option that is unknown or repeated, or whose value is missing or wrong
 */
export function parseCommandLine<const Options extends CommandOptions>(
  args: readonly string[],
  { help, options, allowPositionals = false }: CommandShape<Options>,
): CommandLine<Options> {
  const given = new Set<string>();
  const parsed = parseOrRefuse({ args, options, allowPositionals, help });
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    const { name, value } = token;
    const { accepts, multiple } = options[name] ?? {};
    if (given.has(name) && !multiple) throw new UsageError(`Option --${name} is repeated. Give it once.`);
    given.add(name);
    if (value === "") throw new UsageError(`Option --${name} needs a value. See ${help}.`);
    if (value !== undefined && accepts !== undefined) checkValue(`--${name}`, value, accepts);
  }
  return parsed as CommandLine<Options>;
}

/** Parses strictly. An error has the first sentence of the error of `parseArgs`, and the nearest word. */
function parseOrRefuse<Options extends CommandOptions>({
  args,
  help,
  ...shape
}: Required<CommandShape<Options>> & { readonly args: readonly string[] }) {
  try {
    return parseArgs({ ...shape, args: args.filter((argument) => argument !== "--"), tokens: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ""] = error.message.replaceAll("'", "").split(/\. |\.?\n/);
    const what = sentence.replace(/( <value>)? argument (missing|is ambiguous)/, " needs a value");
    const [, word = ""] = /^Unknown option --(.+)/.exec(what) ?? [];
    const meant = nearest(word, Object.keys(shape.options));
    throw new UsageError(`${what}. ${meant === undefined ? `See ${help}.` : `Did you mean --${meant}?`}`);
  }
}

/** Checks a value. @throws UsageError if it is not accepted */
export function checkValue(name: string, value: string, { test, name: expected }: Accepted): void {
  if (!test(value)) throw new UsageError(`${name} must be ${expected}, not ${JSON.stringify(value)}.`);
}

/** The error for an unknown word: it suggests the nearest known word, or says what to do. */
export function unknownWord(
  what: string,
  word: string,
  { known, otherwise }: { readonly known: readonly string[]; readonly otherwise: string },
): UsageError {
  const meant = nearest(word, known);
  return new UsageError(`${what} ${word}. ${meant === undefined ? otherwise : `Did you mean ${meant}?`}`);
}
