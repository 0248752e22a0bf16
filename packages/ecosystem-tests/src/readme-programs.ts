import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "./published-packages.ts";

/** A program in a README. */
export interface ReadmeProgram {
  /** File and line of its start, such as `packages/client/README.md:6`. */
  readonly place: string;
  text: string;
  /** The packages of this workspace that it imports. */
  packages: string[];
}

const fence = /^```(?:ts|typescript)\n(.*?)^```$/gms;

/**
 * Joins the TypeScript blocks of a README: a block with imports starts a program, one without continues the
 * previous program.
 */
export function readPrograms(file: string, markdown: string): ReadmeProgram[] {
  const programs: ReadmeProgram[] = [];
  for (const { index, 1: text = "" } of markdown.matchAll(fence)) {
    const last = programs.at(-1);
    if (last && !/^import /m.test(text)) last.text += `\n${text}`;
    else
      programs.push({ place: `${file}:${markdown.slice(0, index).split("\n").length}`, text, packages: [] });
  }
  for (const program of programs) {
    const names = program.text.matchAll(/["'](@compute-host\/[a-z-]+)/g);
    program.packages = [...new Set(Array.from(names, ([, name = ""]) => name))];
  }
  return programs;
}

/** Finds the programs in every README of the workspace. */
export function findReadmePrograms(): ReadmeProgram[] {
  return globSync(["README.md", "spec/README.md", "{packages,tools}/*/README.md"], { cwd: workspaceRoot })
    .sort()
    .flatMap((file) => readPrograms(file, readFileSync(join(workspaceRoot, file), "utf8")));
}
