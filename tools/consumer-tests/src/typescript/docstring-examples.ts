import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { findPublishedPackages, workspaceRoot } from "../packages/published-packages.ts";

/** A program under `@example` in a docstring. */
export interface DocstringExample {
  /** File and line of its start, such as `packages/client/src/client.ts:15`. */
  readonly place: string;
  /** The package of the docstring. */
  readonly packageName: string;
  readonly text: string;
}

/** Reads the programs from the docstrings of a file. Text on the tag's own line is a value from the spec. */
function readExamples(file: string, packageName: string, source: string): DocstringExample[] {
  return Array.from(source.matchAll(/\/\*\*.*?\*\//gs)).flatMap(({ 0: comment, index }) => {
    const lines = comment.split("\n").map((line) => line.replace(/^\s*\*(?:\/| ?)/, ""));
    const firstLine = source.slice(0, index).split("\n").length;
    return lines.flatMap((line, number) => {
      if (line.trim() !== "@example") return [];
      const rest = lines.slice(number + 1);
      const end = rest.findIndex((later) => later.startsWith("@"));
      const text = rest.slice(0, end === -1 ? undefined : end).filter((later) => !later.startsWith("```"));
      return [{ place: `${file}:${firstLine + number + 1}`, packageName, text: text.join("\n").trim() }];
    });
  });
}

/** Finds the programs in the docstrings of every published package. */
export function findDocstringExamples(): DocstringExample[] {
  return findPublishedPackages().flatMap(({ directory, manifest }) =>
    globSync("src/**/*.ts", { cwd: directory, exclude: ["**/*.test.ts"] })
      .sort()
      .flatMap((file) => {
        const path = join(directory, file);
        return readExamples(relative(workspaceRoot, path), manifest.name, readFileSync(path, "utf8"));
      }),
  );
}

/** Turns a program into a module: imports come first, and its own declarations shadow them. */
export function completeExample(text: string, imports: readonly string[], context: string): string {
  const isImport = (line: string) => /^import .* from /.test(line);
  const lines = text.split("\n");
  return [
    ...lines.filter(isImport),
    ...imports,
    context,
    "{",
    ...lines.filter((line) => !isImport(line)),
    "}",
    "",
  ].join("\n");
}
