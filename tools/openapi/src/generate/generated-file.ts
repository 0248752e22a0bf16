import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** A generated file: committed, never edited by hand. */
export interface GeneratedFile {
  readonly url: URL;
  /** Its complete text. */
  readonly text: string;
}

/** Writes the files that changed; with the argument `--check`, only names them and sets the exit code. */
export async function writeOrCheck(
  files: readonly GeneratedFile[],
  args: string[] = process.argv.slice(2),
): Promise<void> {
  const { values } = parseArgs({ args, options: { check: { type: "boolean" } } });
  for (const { url, text } of files) {
    const committed = await readFile(url, "utf8").catch(() => "");
    if (committed === text) continue;
    if (!values.check) {
      await writeFile(url, text);
      continue;
    }
    const place = `${relative(process.cwd(), fileURLToPath(url))}:${firstDifferentLine(committed, text)}`;
    const reason = "it was edited by hand, or the spec changed. Run `pnpm generate` and commit the result.";
    console.error(`${place} differs from what the spec generates: ${reason}`);
    process.exitCode = 1;
  }
}

function firstDifferentLine(a: string, b: string): number {
  const left = a.split("\n");
  const right = b.split("\n");
  return left.findIndex((line, index) => line !== right[index]) + 1 || left.length + 1;
}
