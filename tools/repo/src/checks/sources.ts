import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript60";
import type { Workspace } from "./workspace.ts";

/** A parsed file of the workspace. */
export interface Source {
  /** Relative to the root. */
  readonly file: string;
  readonly tree: ts.SourceFile;
}

/** Parses every TypeScript and JavaScript file of the workspace. */
export async function readSources({ root, files }: Pick<Workspace, "root" | "files">): Promise<Source[]> {
  const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
  return Promise.all(
    code.map(async (file) => parseSource(file, await readFile(join(root, file), "utf8").catch(() => ""))),
  );
}

/** Parses a file; a deleted file is empty. */
export function parseSource(file: string, text: string): Source {
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest) };
}
