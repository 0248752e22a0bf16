import { readdir, readFile } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { type ChangeRange, rangesToJudge } from "./change-ranges.ts";
import { gitLines, tryGit } from "./git.ts";

/** A package that is published to the registry. */
export interface PublishedPackage {
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly version: string;
}

/** A note in the folder `.changeset`. */
interface ChangeNote {
  /** Relative to the root. */
  readonly file: string;
  /** The packages that it names; empty in a note that says a change needs no release. */
  readonly names: readonly string[];
  /** Why `changeset version` could not read it. */
  readonly fault?: string;
}

/**
 * Checks that a change note in the same range names each published package whose shipped files changed. Stricter
 * than `changeset status`: a note counts only for the packages that it names, or for all if it names none.
 * Uncommitted notes count, and so does a version with its changelog entry, where notes end up.
 *
 * @returns a line for each package without a note, and for each note that is invalid or names an unknown package
 */
export async function checkChangeNotes(root: string): Promise<string[]> {
  const packages = await readPublishedPackages(root);
  const notes = await readNotes(root);
  const known = new Set(packages.map(({ name }) => name));
  const wrong = notes.flatMap(({ file, names, fault }) => [
    ...(fault === undefined ? [] : [`${file}: ${fault}`]),
    ...names
      .filter((name) => !known.has(name))
      .map((name) => `${file} names ${name}, which is not a published package`),
  ]);
  const patterns = await readPatterns(root);
  const missing = await Promise.all(
    packages.map(async (one) => {
      for (const range of await rangesToJudge(root, one)) {
        const finding = await findMissingNote({ root, one, range, notes, patterns });
        if (finding !== undefined) return [finding];
      }
      return [];
    }),
  );
  return [...wrong, ...missing.flat()];
}

async function findMissingNote(options: {
  readonly root: string;
  readonly one: PublishedPackage;
  readonly range: ChangeRange;
  readonly notes: readonly ChangeNote[];
  readonly patterns: readonly string[];
}): Promise<string | undefined> {
  const { root, one, range, notes, patterns } = options;
  const changed = await changedFiles(root, range.base, one.folder);
  const shipped = [];
  for (const file of changed) {
    if (!isShipped(file.slice(one.folder.length + 1), patterns)) continue;
    if (file.endsWith("/package.json") && !(await isShippedManifestChanged(root, range.base, file))) continue;
    shipped.push(file);
  }
  if (shipped.length === 0) return undefined;
  const inRange = new Set(await changedFiles(root, range.base, ".changeset"));
  const isNoted = notes.some(
    ({ file, names, fault }) =>
      fault === undefined && inRange.has(file) && (names.length === 0 || names.includes(one.name)),
  );
  if (isNoted || (await isReleasedSince(root, range.base, one))) return undefined;
  const more = shipped.length > 1 ? ` and ${shipped.length - 1} more` : "";
  return `${shipped[0]}${more} changed since ${range.label}, but no change note names ${one.name}`;
}

/** Lists files that differ from a commit, whether committed, staged or neither, including new and deleted ones. */
async function changedFiles(root: string, base: string, folder: string): Promise<string[]> {
  const tracked = await gitLines(root, "diff", "--name-only", "--no-renames", base, "--", folder);
  const untracked = await gitLines(root, "ls-files", "--others", "--exclude-standard", "--", folder);
  return [...tracked, ...untracked].toSorted();
}

/** Whether a file of a package counts, by the patterns that `changeset status` also uses; later patterns win. */
function isShipped(file: string, patterns: readonly string[]): boolean {
  return patterns.reduce(
    (isIn, pattern) =>
      pattern.startsWith("!")
        ? isIn && !matchesGlob(file, pattern.slice(1))
        : isIn || matchesGlob(file, pattern),
    false,
  );
}

/** Whether a manifest changed for users, which excludes its version, scripts and build tools. */
async function isShippedManifestChanged(root: string, base: string, file: string): Promise<boolean> {
  const before = await tryGit(root, "show", `${base}:${file}`);
  const now = await readFile(join(root, file), "utf8").catch(() => undefined);
  return shippedPart(before) !== shippedPart(now);
}

function shippedPart(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { version: _version, scripts: _scripts, devDependencies: _tools, ...shipped } = JSON.parse(text);
  return JSON.stringify(shipped);
}

/** Whether a release in this range turned the notes into a version and its changelog entry. */
async function isReleasedSince(root: string, base: string, one: PublishedPackage): Promise<boolean> {
  const before = await tryGit(root, "show", `${base}:${one.folder}/package.json`);
  if (before === undefined || JSON.parse(before).version === one.version) return false;
  const changes = await readFile(join(root, one.folder, "CHANGELOG.md"), "utf8").catch(() => "");
  return changes.split("\n").includes(`## ${one.version}`);
}

async function readPublishedPackages(root: string): Promise<PublishedPackage[]> {
  const manifests = await gitLines(
    root,
    "ls-files",
    "--",
    "spec/package.json",
    ":(glob)packages/*/package.json",
  );
  const packages = await Promise.all(
    manifests.map(async (file) => {
      const { name, version, private: isPrivate } = JSON.parse(await readFile(join(root, file), "utf8"));
      return isPrivate ? [] : [{ name, version, folder: file.replace(/\/package\.json$/, "") }];
    }),
  );
  return packages.flat();
}

async function readNotes(root: string): Promise<ChangeNote[]> {
  const names = await readdir(join(root, ".changeset"));
  const files = names.filter((name) => name.endsWith(".md") && name !== "README.md");
  return Promise.all(
    files.map(async (name) =>
      readNote(`.changeset/${name}`, await readFile(join(root, ".changeset", name), "utf8")),
    ),
  );
}

function readNote(file: string, text: string): ChangeNote {
  try {
    return { file, names: parseChangesetFile(text).releases.map(({ name }) => name) };
  } catch (error) {
    const [fault = ""] = (error as Error).message.split("\n");
    return { file, names: [], fault };
  }
}

async function readPatterns(root: string): Promise<string[]> {
  return JSON.parse(await readFile(join(root, ".changeset/config.json"), "utf8")).changedFilePatterns;
}
