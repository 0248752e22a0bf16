import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Matches a program in a README, and the line before it that names its file: `<!-- from packages/docs/samples/...
 * -->`.
 */
const program = /^(?:<!-- from (\S+) -->\n)?```(ts|typescript|js|mjs|py|python)\n(.*?)^```$/gms;

/** A README with each program replaced by the file that it names. */
interface ReadmeOutcome {
  readonly text: string;
  /** A line for each program that differs from its file, or does not name one. */
  readonly problems: readonly string[];
}

/** Checks that each program in a README equals the file it names, which tests compile and run. */
export async function checkReadmePrograms(root: string): Promise<string[]> {
  const found = await Promise.all(
    listReadmes(root).map(async (file) => (await readReadme(root, file)).problems),
  );
  return found.flat();
}

/** Updates the programs in each README from the files that they name. */
export async function writeReadmePrograms(root: string): Promise<void> {
  await Promise.all(
    listReadmes(root).map(async (file) => {
      const { text } = await readReadme(root, file);
      const path = join(root, file);
      if (text !== (await readFile(path, "utf8"))) await writeFile(path, text);
    }),
  );
}

/** The READMEs of the root and of each package, read from the disk: a download without git has them too. */
function listReadmes(root: string): string[] {
  return globSync(["README.md", "spec/README.md", "{packages,tools}/*/README.md"], { cwd: root }).toSorted();
}

async function readReadme(root: string, file: string): Promise<ReadmeOutcome> {
  const text = await readFile(join(root, file), "utf8");
  const sources = new Map<string, string>();
  for (const [, source] of text.matchAll(program)) {
    if (source !== undefined && existsSync(join(root, source)))
      sources.set(source, await readFile(join(root, source), "utf8"));
  }
  const problems: string[] = [];
  const replaced = text.replaceAll(program, (block, source: string | undefined, language, shown, at) => {
    const place = `${file}:${text.slice(0, at).split("\n").length}`;
    const wanted = source === undefined ? undefined : sources.get(source);
    if (source === undefined)
      problems.push(`${place} shows a program without the file it is from: add <!-- from FILE --> before it`);
    else if (wanted === undefined) problems.push(`${place} names ${source}, which does not exist`);
    else if (wanted !== shown) problems.push(`${place} differs from ${source}: run pnpm generate`);
    return wanted === undefined
      ? block
      : `<!-- from ${source} -->\n\`\`\`${language}\n${wanted.trimEnd()}\n\`\`\``;
  });
  return { text: replaced, problems };
}
