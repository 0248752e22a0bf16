import { type Accepted, checkValue } from "./accepted.ts";
import { type CommandLine, type CommandOptions, parseCommandLine } from "./parse-command-line.ts";
import { UsageError } from "./usage-error.ts";

/** The options of a program, with their help. */
export type ProgramOptions = {
  readonly [Name in string]: CommandOptions[string] & {
    /** What the help calls the value, such as NUMBER. */
    readonly value?: string;
    readonly about: string;
  };
};

/** An argument that is not an option, and may be left out. */
export interface ProgramArgument {
  readonly name: string;
  readonly about: string;
  readonly accepts?: Accepted;
}

/** How to call a program of this repository. */
export interface ProgramUsage<Options extends ProgramOptions> {
  /** The command as a person types it, such as `pnpm fuzz`. */
  readonly command: string;
  readonly about: string;
  readonly options?: Options;
  readonly arguments?: readonly ProgramArgument[];
  /** The environment variables that it reads. */
  readonly environment?: readonly ProgramArgument[];
  readonly examples?: readonly string[];
}

/**
 * Reads the arguments of this process, and checks the environment variables that the program reads. Prints the help and ends the
 * process with 0 if it was asked for, and with 2 and one line for a wrong usage. Call it before anything else.
 */
export function readArguments<const Options extends ProgramOptions = Record<never, never>>(
  usage: ProgramUsage<Options>,
): CommandLine<Options> {
  const { command, options, arguments: names = [], environment = [] } = usage;
  try {
    const shape = { ...options, help: { type: "boolean", short: "h" } } as unknown as Options;
    const help = `${command} --help`;
    const line = parseCommandLine(process.argv.slice(2), {
      help,
      options: shape,
      maxArguments: names.length,
    });
    if ((line.values as { help?: boolean }).help) {
      process.stdout.write(helpText(usage));
      process.exit(0);
    }
    for (const [index, { name, accepts }] of names.entries()) {
      const value = line.positionals[index];
      if (value !== undefined && accepts !== undefined) checkValue(name, value, accepts);
    }
    for (const { name, accepts } of environment) {
      const value = process.env[name];
      if (value !== undefined && accepts !== undefined) checkValue(name, value, accepts);
    }
    // The reader of standard output may end early, as `head` does.
    process.stdout.on("error", ignoreClosedPipe);
    return line;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(2);
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

function helpText({ command, about, options, ...usage }: ProgramUsage<ProgramOptions>): string {
  const { arguments: names = [], environment = [], examples = [] } = usage;
  const flags = Object.entries(options ?? {}).map(([name, { value, about }]) => ({
    name: value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  }));
  const call = [command, ...names.map(({ name }) => `[${name}]`), ...(flags.length > 0 ? ["[options]"] : [])];
  const parts: [heading: string, rows: readonly { readonly name: string; readonly about: string }[]][] = [
    ["Arguments", names],
    ["Options", [...flags, { name: "-h, --help", about: "print this text" }]],
    ["Environment", environment],
  ];
  const width = Math.max(...parts.flatMap(([, rows]) => rows.map(({ name }) => name.length)));
  const lists = parts
    .filter(([, rows]) => rows.length > 0)
    .map(
      ([heading, rows]) =>
        `${heading}\n${rows.map((row) => `  ${row.name.padEnd(width)}  ${row.about}\n`).join("")}`,
    );
  const shown = [command, ...examples].map((example) => `  ${example}\n`).join("");
  return `${about}\n\nUsage: ${call.join(" ")}\n\n${lists.join("\n")}\nExamples\n${shown}`;
}
