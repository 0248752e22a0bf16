import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { type BaseChoice, type BaseCommit, baseCommit, pathFrom, pathIn } from "../base/base-of-git.ts";
import { goneDescriptions } from "../base/gone-descriptions.ts";
import { withTemporaryFolder } from "../base/temporary-folder.ts";
import { descriptionEndings, isDescription } from "../document/api-document.ts";
import { SpecGateError } from "../spec-gate-error.ts";

const descriptionFiles = `**/*.{${descriptionEndings.join()}}`;

/** A description to judge. */
export interface Description {
  readonly file: string;
  /** Whether only the base has it. */
  readonly isRemoved: boolean;
}

/**
 * Lists the descriptions that the names stand for: files, folders with all descriptions in them, and globs. With a base
 * in git these are also the descriptions that it has there and that were removed since, not those that were moved.
 * @throws SpecGateError if a folder or a glob has no description
 */
export async function descriptionsIn(names: readonly string[], base?: BaseChoice): Promise<Description[]> {
  const files = new Set<string>();
  const removed = new Map<string, BaseCommit>();
  for (const name of names) {
    const found = await filesOf(name, ".");
    // A file that exists stands for itself. A folder, a glob or a missing file may also stand for removed ones.
    const isFile = found === undefined && existsSync(name);
    const from = isFile || base === undefined ? undefined : commitFor(name, base);
    const gone = from === undefined ? [] : await removedIn(name, from);
    if (found?.length === 0 && gone.length === 0)
      throw new SpecGateError(`no OpenAPI description matches ${name}`);
    // A missing file that the base does not have either stays in the list: judging it reports that it is missing.
    const present = found ?? (gone.length > 0 ? [] : [name]);
    for (const file of present) files.add(file);
    for (const file of gone) if (from) removed.set(file, from);
  }
  // A file that was moved is compared with its old path in the base, which is then not a removed description.
  for (const from of new Set(removed.values())) {
    const oldPaths = new Set([...files].map((file) => pathIn(from, file)));
    for (const [file, at] of removed)
      if (at === from && oldPaths.has(pathFrom(from.root, file))) removed.delete(file);
  }
  const all = [...files].map((file) => ({ file, isRemoved: false }));
  return [...all, ...[...removed.keys()].map((file) => ({ file, isRemoved: true }))];
}

/** Lists the descriptions in a folder or of a glob, sorted; `undefined` for the name of a single file. */
async function filesOf(name: string, cwd: string): Promise<string[] | undefined> {
  const path = resolve(cwd, name);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder && (existsSync(path) || !isDynamicPattern(name))) return undefined;
  const [patterns, folder] = isFolder ? [descriptionFiles, path] : [name, cwd];
  const found = await glob(patterns, {
    cwd: folder,
    ignore: ["**/node_modules/**"],
    caseSensitiveMatch: !isFolder,
    expandDirectories: false,
  });
  const files = found.map((file) => (isFolder ? `${name.replace(/\/$/, "")}/${file}` : file));
  return files.filter((file) => isDescription(resolve(cwd, file))).sort();
}

/** The commit to compare with; `undefined` if there is none, which the verdict on each description reports. */
function commitFor(name: string, base: BaseChoice): BaseCommit | undefined {
  try {
    const found = baseCommit(name, base);
    return found.named === undefined ? found : undefined;
  } catch (error) {
    if (error instanceof SpecGateError) return undefined;
    throw error;
  }
}

/** Lists the descriptions that a name stood for in the commit and that are gone, by looking for them in a copy. */
async function removedIn(name: string, { root, commit }: BaseCommit): Promise<string[]> {
  const gone = commit === undefined ? new Map<string, string>() : goneDescriptions(root, commit);
  if (gone.size === 0) return [];
  return withTemporaryFolder(async (copy) => {
    for (const [path, text] of gone) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    const there = pathFrom(root, name) || ".";
    const found = (await filesOf(there, copy)) ?? (gone.has(there) ? [there] : []);
    return found.map((file) => relative(process.cwd(), join(root, file)));
  });
}
