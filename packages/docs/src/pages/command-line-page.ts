import { readFileSync } from "node:fs";
import type { Page } from "../page.ts";

/** A command and what it prints for `--help`. */
interface CommandHelp {
  /** As typed: `compute-host keys create`. */
  readonly command: string;
  readonly help: string;
}

/** The command of the service, with the help of each subcommand. */
export function commandLinePage(): Omit<Page, "group"> {
  return {
    path: "command-line/",
    summary: "Every command of the service with its options and examples.",
    text: `# Command line

For operators: every command of the service. The settings come from the environment. All commands but \`restore\`,
\`copy\` and a large import on SQLite also work while the service is running. Exit codes: 0 done, 1 failed, 2 wrong usage
or settings.

${helpOf(/^compute-host\b/)}
`,
  };
}

/**
 * What each command prints for `--help`, each with its heading. Leaves out a command that only groups others, since
 * their own help says the same. The consumer tests compare it with the programs.
 */
export function helpOf(commands: RegExp): string {
  const file = new URL("../../generated/command-line.gen.json", import.meta.url);
  const all = JSON.parse(readFileSync(file, "utf8")) as readonly CommandHelp[];
  return all
    .filter(({ command, help }) => commands.test(command) && !help.includes("\nCommands:\n"))
    .map(({ command, help }) => `## ${command}\n\n\`\`\`text ${command}\n${withoutHelp(help)}\n\`\`\``)
    .join("\n\n");
}

/** Leaves out what every command has. */
function withoutHelp(help: string): string {
  return help
    .replaceAll(/^ +(?:-h, --help|-V, --version|help \[command\]) .*\n?/gm, "")
    .replaceAll(/^Options:\n+(?! )/gm, "")
    .trimEnd();
}
