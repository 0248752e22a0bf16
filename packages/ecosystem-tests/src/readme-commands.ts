import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "./published-packages.ts";

/** A command line in a README. */
export interface ReadmeCommand {
  /** File and line, such as `README.md:14`. */
  readonly place: string;
  readonly command: string;
}

/** Finds the commands in the shell blocks of every README and of the docs' pages. */
export function findReadmeCommands(): ReadmeCommand[] {
  return readFiles(readCommands);
}

/** The places of blocks without a language that begin with a command. */
export function findUnmarkedCommands(): string[] {
  return readFiles((file, markdown) => {
    // Blocks with a language are taken out first, or their ends would count as beginnings.
    const rest = markdown.replaceAll(/^```\S.*\n[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ""));
    return Array.from(
      rest.matchAll(/^```\n(?:npm|npx|pnpm|node|curl|compute-host|redocly) /gm),
      ({ index }) => `${file}:${rest.slice(0, index).split("\n").length}`,
    );
  });
}

function readFiles<Found>(read: (file: string, markdown: string) => readonly Found[]): Found[] {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    "spec/README.md",
    "{packages,tools}/*/README.md",
    "packages/docs/content/**/*.md",
  ];
  return globSync(files, { cwd: workspaceRoot })
    .toSorted()
    .flatMap((file) => read(file, readFileSync(join(workspaceRoot, file), "utf8")));
}

function readCommands(file: string, markdown: string): ReadmeCommand[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(({ index, 1: text = "" }) => {
    const line = markdown.slice(0, index).split("\n").length;
    return text
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .filter((command) => command.trim() !== "" && !command.startsWith("#"))
      .map((command) => ({ place: `${file}:${line}`, command: command.trim() }));
  });
}
