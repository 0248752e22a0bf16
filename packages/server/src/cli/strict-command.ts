import type { Command, CommanderError } from "commander";
import type { CliIo } from "./cli-io.ts";

/**
 * Makes a command report a wrong usage in one line: a missing command or option, an unknown one with the nearest, and an option
 * that is empty or given with two values.
 */
export function makeStrict(command: Command, io: CliIo): void {
  const help = `See ${pathOf(command)} --help.`;
  const writeError = (text: string) => io.writeNote(`compute-host: ${oneLine(text, help)}\n`);
  command
    .exitOverride((error: CommanderError) => {
      if (error.code === "commander.help" && error.exitCode !== 0) {
        writeError(`name a command: ${command.commands.map((each) => each.name()).join(", ")}.`);
      }
      throw error;
    })
    .configureOutput({
      writeOut: (text) => void io.writeOutput(text),
      // Without a command, commander writes the whole help as an error.
      writeErr: () => {},
      outputError: writeError,
    });
  checkValues(command);
  demandAfterParsing(command);
}

function checkValues(command: Command): void {
  const given = new Map<string, string>();
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value: string | null) => {
      if (value === "") command.error(`option '${option.flags}' must not be empty`);
      const former = given.get(option.name()) ?? value;
      if (value === null || former === value) return void given.set(option.name(), value ?? "");
      command.error(`option '${option.flags}' is given as ${former} and as ${value}. Give it once.`);
    });
  }
}

/** Commander demands options before it looks for unknown ones, and would not name a misspelt one. */
function demandAfterParsing(command: Command): void {
  const demanded = command.options.filter(({ mandatory }) => mandatory);
  for (const option of demanded) option.makeOptionMandatory(false);
  command.hook("preAction", () => {
    const missing = demanded.find((option) => command.getOptionValue(option.attributeName()) === undefined);
    if (missing !== undefined) command.error(`required option '${missing.flags}' not specified`);
  });
}

/** Turns a message of commander into a sentence, with the suggestion from its second line or the help to open. */
function oneLine(message: string, help: string): string {
  const [, problem = "", suggestion] = /^(?:error: )?(.*?)(?:\n\((.*)\))?\n?$/s.exec(message) ?? [];
  const words = problem.replaceAll(/'([^']+)'/g, "$1").replaceAll("\n", " ");
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?]$/.test(words) ? "" : "."}`;
  return `${sentence} ${suggestion ?? help}`;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
