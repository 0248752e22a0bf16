import { type CommandOptions, parseCommandLine, UsageError, unknownWord } from "@compute-host/command-line";
import semver from "semver";
import packageJson from "../../package.json" with { type: "json" };
import { policyTemplate } from "../decide/policy-template.ts";
import { isDate } from "../json-value.ts";
import { visible } from "../report/visible.ts";
import { withoutCommands } from "../report/workflow-command.ts";
import { formatCommand } from "./format-command.ts";
import { helpText } from "./help.ts";
import { type CommandResult, judgeCommand, withoutFolder } from "./judge-command.ts";

const commands = ["check", "diff", "format", "rules"] as const;
type Command = (typeof commands)[number];

const versionOrDay = {
  name: "a version such as 2.0.0 or a date such as 2026-12-31",
  test: (text: string) => semver.valid(text) !== null || isDate(text),
};

const options = {
  base: { type: "string" },
  "base-ref": { type: "string" },
  "merge-base": { type: "boolean" },
  format: { type: "string" },
  policy: { type: "string" },
  accept: { type: "boolean" },
  reason: { type: "string" },
  until: { type: "string", accepts: versionOrDay },
  witness: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies CommandOptions;
type Option = keyof typeof options;

const help = "spec-gate --help";

/** What the gate writes and its exit code. */
export interface CommandLineResult extends CommandResult {
  /** The line for standard error. */
  readonly error: string;
}

/** Runs the gate with these arguments in the current folder. */
export async function runCommandLine(argv: readonly string[]): Promise<CommandLineResult> {
  try {
    return { ...(await run(argv)), error: "" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = withoutCommands(visible(withoutFolder(message.split("\n")[0] ?? "")));
    return { exitCode: 2, output: "", error: `spec-gate: ${line}\n` };
  }
}

async function run(argv: readonly string[]): Promise<CommandResult> {
  const { values, positionals } = parseCommandLine(argv, { help, options, allowPositionals: true });
  const [word, ...files] = positionals;
  if (values.help) return { exitCode: 0, output: helpText() };
  if (values.version) return { exitCode: 0, output: `${packageJson.version}\n` };
  if (values.base !== undefined && (values["base-ref"] !== undefined || values["merge-base"]))
    throw new UsageError("--base excludes --base-ref and --merge-base. Give one of them.");
  if (!values.accept && (values.reason ?? values.until) !== undefined)
    throw new UsageError(`--reason and --until need --accept. See ${help}.`);
  const command = commandOf(word, Object.keys(values) as Option[]);
  const { format } = values;
  if (command === "rules") {
    assertAtMost(0, files);
    return { exitCode: 0, output: policyTemplate() };
  }
  if (command === "format") {
    assertAtMost(1, files);
    return formatCommand(files[0], format);
  }
  const baseRef = values["base-ref"];
  // The first of two files is the base of `diff`, unless an option names the base.
  const isBaseNamed =
    command === "diff" && baseRef === undefined && values.base === undefined && !values["merge-base"];
  const base = values.base ?? (isBaseNamed ? files.shift() : undefined);
  if (isBaseNamed) assertAtMost(1, files);
  const revisions = files.length > 0 ? files : undefined;
  const { policy, accept: isAccepting, reason, until } = values;
  return judgeCommand({
    command,
    base,
    revisions,
    baseRef,
    isMergeBase: values["merge-base"],
    format,
    policy,
    isAccepting,
    reason,
    until,
    isWitnessed: values.witness,
  });
}

/** Returns the command with this name. @throws UsageError if there is none, or it does not take one of the options */
function commandOf(word: string | undefined, given: readonly Option[]): Command {
  if (word === undefined) throw new UsageError(`Name a command: ${commands.join(", ")}. See ${help}.`);
  const command = commands.find((each) => each === word);
  if (command === undefined) {
    throw unknownWord("Unknown command", word, { known: commands, otherwise: `See ${help}.` });
  }
  for (const option of given) {
    const takers = option === "format" ? ["check", "diff", "format"] : ["check", "diff"];
    if (takers.includes(command)) continue;
    throw new UsageError(
      `${command} takes no option --${option}; it is one of ${takers.join(" and ")}. See ${help}.`,
    );
  }
  return command;
}

function assertAtMost(count: number, files: readonly string[]): void {
  if (files.length > count) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(files[count])}. See ${help}.`);
  }
}
