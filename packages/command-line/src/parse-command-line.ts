import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Accepted, checkValue } from "./accepted.ts";
import { nearest } from "./nearest.mjs";
import { UsageError } from "./usage-error.ts";

/** The options of a command: those of `parseArgs`, with what they accept. */
export type CommandOptions = {
  readonly [Name in string]: ParseArgsOptionsConfig[string] & {
    readonly accepts?: Accepted;
    /** The option without which it means nothing. */
    readonly needs?: string;
    /** The options that contradict it. */
    readonly excludes?: readonly string[];
  };
};

/** What a command takes. */
export interface CommandShape<Options extends CommandOptions> {
  /** The call that prints the help, such as `spec-gate --help`. */
  readonly help: string;
  readonly options: Options;
  /** The highest number of arguments that are not options. @default 0 */
  readonly maxArguments?: number;
}

/** The arguments of a call. */
export type CommandLine<Options extends CommandOptions> = Pick<
  ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>,
  "values" | "positionals"
>;

/**
 * Reads the arguments of a command. Ignores `--`, which pnpm passes on.
 *
 * @throws UsageError for an option that is unknown, repeated with another value, without its value or with a wrong one, and
 *   for an argument too many
 */
export function parseCommandLine<const Options extends CommandOptions>(
  args: readonly string[],
  { help, options, maxArguments = 0 }: CommandShape<Options>,
): CommandLine<Options> {
  // parseArgs itself says in several lines what is wrong, and suggests nothing.
  const parsed = parseArgs({
    args: args.filter((argument) => argument !== "--"),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string | undefined>();
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const meant = nearest(name, Object.keys(options));
      const advice = meant === undefined ? `See ${help}.` : `Did you mean --${meant}?`;
      throw new UsageError(`Unknown option ${rawName}. ${advice}`);
    }
    checkOption(option, { rawName, value, isInline: inlineValue === true, help });
    const former = given.get(name) ?? value;
    if (!option.multiple && former !== value) {
      throw new UsageError(`Option ${rawName} is given as ${former} and as ${value}. Give it once.`);
    }
    given.set(name, value);
  }
  for (const name of given.keys()) {
    const { needs, excludes = [] } = options[name] ?? {};
    if (needs !== undefined && !given.has(needs)) {
      throw new UsageError(`Option --${name} needs --${needs}. See ${help}.`);
    }
    const excluded = excludes.find((other) => given.has(other));
    if (excluded !== undefined) {
      throw new UsageError(`Options --${name} and --${excluded} exclude each other. Give one of them.`);
    }
  }
  const surplus = parsed.positionals[maxArguments];
  if (surplus !== undefined)
    throw new UsageError(`Unexpected argument ${JSON.stringify(surplus)}. See ${help}.`);
  return parsed as CommandLine<Options>;
}

interface GivenOption {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly isInline: boolean;
  readonly help: string;
}

function checkOption(
  { type, accepts }: CommandOptions[string],
  { rawName, value, isInline, help }: GivenOption,
): void {
  if (type === "boolean") {
    if (value !== undefined) throw new UsageError(`Option ${rawName} takes no value.`);
    return;
  }
  // parseArgs takes the next option as the value of one without.
  if (!value || (!isInline && /^--?[a-z]/i.test(value))) {
    throw new UsageError(`Option ${rawName} needs a value. See ${help}.`);
  }
  if (accepts !== undefined) checkValue(rawName, value, accepts);
}
