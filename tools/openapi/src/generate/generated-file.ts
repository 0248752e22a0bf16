import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";

/** A generated file: committed, never edited by hand. */
export interface GeneratedFile {
  /** The location of the file. */
  readonly url: URL;
  /** The complete text of the file. */
  readonly text: string;
  /** The command that generates it, for messages. */
  readonly command: string;
  /** The source it is generated from, for messages. @default "the spec" */
  readonly source?: string;
}

/** Creates the header of a generated file, which names its command. */
export function generatedHeader(command: string): string {
  return `// Generated from spec/openapi.yaml by \`${command}\`. Do not edit.\n`;
}

/** Writes the file if its text changed. */
export async function writeGenerated({ url, text }: GeneratedFile): Promise<void> {
  if ((await readIfPresent(url)) !== text) await writeFile(url, text);
}

/**
 * Compares the committed file with the generated text.
 *
 * @returns what is wrong and what to do, or `undefined` if both are the same
 */
export async function findDrift({
  url,
  text,
  command,
  source = "the spec",
}: GeneratedFile): Promise<string | undefined> {
  const committed = await readIfPresent(url);
  if (committed === text) return undefined;
  const name = relative(process.cwd(), fileURLToPath(url));
  if (committed === undefined) return `${name} is missing: run \`${command}\` and commit it.`;
  const line = firstDifferentLine(committed, text);
  return `${name}:${line} differs from what ${source} generates: it was edited by hand, or ${source} changed. Run \`${command}\` and commit the result.`;
}

/** Reads the arguments of a program that writes generated files: whether it only checks them. */
export function readCheckOption(about: string): boolean {
  const { values } = readArguments({
    command: "pnpm generate",
    about,
    options: { check: { type: "boolean", about: "write nothing; exit with 1 if a file differs" } },
  });
  return values.check ?? false;
}

/** Writes the files, or only compares them and sets the exit code. */
export async function writeOrCheck(files: readonly GeneratedFile[], isCheck: boolean): Promise<void> {
  for (const file of files) {
    if (!isCheck) {
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
