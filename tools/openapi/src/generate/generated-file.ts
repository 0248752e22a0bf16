import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";

/** A file that a program makes: committed, never edited by hand. */
export interface GeneratedFile {
  /** Where it lives. */
  readonly url: URL;
  /** Its whole text. */
  readonly text: string;
  /** The command that makes it, for people. */
  readonly command: string;
  /** What it is made from, for people. @default "the spec" */
  readonly source?: string;
}

/** The header of a generated file, which names the command that makes it. */
export function generatedHeader(command: string): string {
  return `// Generated from spec/openapi.yaml by \`${command}\`. Do not edit.\n`;
}

/** Writes the file where its text differs from what is there. */
export async function writeGenerated({ url, text }: GeneratedFile): Promise<void> {
  if ((await readIfPresent(url)) !== text) await writeFile(url, text);
}

/**
 * Compares the committed file with what the spec gives.
 *
 * @returns what is wrong and what to do, or `undefined` where both are the same
 */
export async function findDrift({
  url,
  text,
  command,
  source = "the spec",
}: GeneratedFile): Promise<string | undefined> {
  const committed = await readIfPresent(url);
  if (committed === text) return undefined;
  const name = relative(process.cwd(), url.pathname);
  if (committed === undefined) return `${name} is missing: run \`${command}\` and commit it.`;
  const line = firstDifferentLine(committed, text);
  return `${name}:${line} differs from what ${source} gives: it was edited by hand, or ${source} changed. Run \`${command}\` and commit the result.`;
}

/** Writes the files, or with `--check` among the arguments only compares them and sets the exit code. */
export async function writeOrCheck(files: readonly GeneratedFile[], args: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!args.includes("--check")) {
      await writeGenerated(file);
      continue;
    }
    const drift = await findDrift(file);
    if (drift === undefined) continue;
    console.error(drift);
    process.exitCode = 1;
  }
}

async function readIfPresent(url: URL): Promise<string | undefined> {
  try {
    return await readFile(url, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function firstDifferentLine(a: string, b: string): number {
  const left = a.split("\n");
  const right = b.split("\n");
  return left.findIndex((line, index) => line !== right[index]) + 1 || left.length + 1;
}
