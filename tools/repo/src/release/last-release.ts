import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git, gitLines, tryGit } from "../checks/git.ts";

/** A program of the last release, or before it of the main branch. */
export interface EarlierProgram {
  /** File and line of its start, such as `packages/client/README.md:6`. */
  readonly place: string;
  readonly text: string;
  /** The packages of the workspace that it imports. */
  readonly packages: readonly string[];
}

/** The programs that have to compile. */
export interface EarlierPrograms {
  /** Their commit or tag. */
  readonly base: string;
  /** Such as `@compute-host/client@0.1.0`, or before the first release `main`. */
  readonly label: string;
  readonly isReleased: boolean;
  readonly programs: readonly EarlierProgram[];
}

/** The TypeScript consumers in `tools/consumer-tests`, except those that must not compile. */
const consumers = /^tools\/consumer-tests\/consumers\/(?!mistakes)[^/]+\.ts$/;
const readmes = /^(?:README|spec\/README|(?:packages|tools)\/[^/]+\/README)\.md$/;
const fence = /^```(?:ts|typescript)\n(.*?)^```$/gms;

/**
 * Reads the consumers and README programs of the client's last release, or before the first release of the commit where
 * HEAD left main.
 */
export async function readEarlierPrograms(root: string): Promise<EarlierPrograms> {
  const args = ["describe", "--tags", "--abbrev=0", "--match", "@compute-host/client@*"];
  const tag = await tryGit(root, ...args);
  const fork = tag === undefined ? await forkFromMain(root) : undefined;
  const base = tag ?? fork?.base ?? "HEAD";
  const files = await gitLines(root, "ls-tree", "-r", "--name-only", base);
  const programs: EarlierProgram[] = [];
  for (const file of files) {
    if (!consumers.test(file) && !readmes.test(file)) continue;
    const text = await git(root, "show", `${base}:${file}`);
    const found = consumers.test(file) ? [{ line: 1, text }] : readmePrograms(text);
    for (const { line, text } of found)
      programs.push({ place: `${file}:${line}`, text, packages: importedPackages(text) });
  }
  return {
    base,
    label: tag ?? fork?.label ?? "the last commit",
    isReleased: tag !== undefined,
    programs: programs.filter(({ packages }) => packages.length > 0),
  };
}

/** Finds the commit where HEAD left main: the nearest of the pull request's base, the remote's main and a local main, if there is one. */
async function forkFromMain(root: string): Promise<{ base: string; label: string } | undefined> {
  const { GITHUB_BASE_REF: pullRequestBase } = process.env;
  const isOnMain = (await tryGit(root, "symbolic-ref", "--short", "--quiet", "HEAD")) === "main";
  const names = [
    ...(pullRequestBase ? [`origin/${pullRequestBase}`] : []),
    "origin/main",
    ...(isOnMain ? [] : ["main"]),
  ];
  const forks = names.map(async (label) => {
    const base = await tryGit(root, "merge-base", "HEAD", label);
    if (base === undefined) return [];
    const distance = Number(await git(root, "rev-list", "--count", `${base}..HEAD`));
    return [{ base, label, distance }];
  });
  return (await Promise.all(forks)).flat().toSorted((a, b) => a.distance - b.distance)[0];
}

/** Finds the folders of the packages with a change log whose version has no tag yet. */
export async function unreleasedPackages(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of (await gitLines(root, "ls-files", "*CHANGELOG.md")).map(dirname)) {
    const manifest = await readFile(join(root, folder, "package.json"), "utf8");
    const { name, version } = JSON.parse(manifest) as { name: string; version: string };
    if ((await git(root, "tag", "--list", `${name}@${version}`)) === "") folders.push(folder);
  }
  return folders;
}

/** A block with imports starts a program; one without continues the previous program. */
function readmePrograms(markdown: string): { line: number; text: string }[] {
  const programs: { line: number; text: string }[] = [];
  for (const { index, 1: text = "" } of markdown.matchAll(fence)) {
    const last = programs.at(-1);
    if (last && !/^import /m.test(text)) last.text += `\n${text}`;
    else programs.push({ line: markdown.slice(0, index).split("\n").length, text });
  }
  return programs;
}

function importedPackages(text: string): string[] {
  const names = text.matchAll(/["'](@compute-host\/[a-z-]+)/g);
  return [...new Set(Array.from(names, ([, name = ""]) => name))];
}
