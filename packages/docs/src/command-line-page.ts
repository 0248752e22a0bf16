import { readFileSync } from "node:fs";
import type { Page } from "./page.ts";

/** A command and what it prints for `--help`. */
export interface CommandHelp {
  /** As typed: `compute-host keys create`. */
  readonly command: string;
  readonly help: string;
}

/** The commands, each with its help. The ecosystem tests compare the file with the commands' output. */
export function commandLinePage(): Page {
  const file = new URL("../generated/command-line.gen.json", import.meta.url);
  const commands = JSON.parse(readFileSync(file, "utf8")) as readonly CommandHelp[];
  const parts = commands.map(
    ({ command, help }) => `## ${command}\n\n\`\`\`text ${command} --help\n${help}\n\`\`\``,
  );
  return {
    path: "command-line/",
    group: "Reference",
    summary: "Every command with its options and examples.",
    text: `# Command line

Exit codes of every command: 0 done or passed, 1 failed, 2 wrong usage or settings, or no verdict.

${parts.join("\n\n")}
`,
  };
}
