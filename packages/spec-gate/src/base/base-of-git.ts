import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";
import { writeCommitted } from "./committed-files.ts";
import { askGit, git } from "./git.ts";
import { descriptionPaths, goneDescriptions, predecessorOf } from "./gone-descriptions.ts";

/** The commit that a description is compared with. */
export interface BaseChoice {
  /**
   * A commit, branch or tag; `origin/main:old/openapi.yaml` also names the file there.
   * @default the first of `origin/HEAD`, `origin/main`, `origin/master`, `main` and `master` that exists
   */
  readonly ref?: string | undefined;
  /** Whether to compare with the commit where the branch left the ref. @default true without a ref */
  readonly isMergeBase?: boolean | undefined;
}

/** The commit to compare with, in the repository of a file. */
export interface BaseCommit {
  /** Its name in reports. */
  readonly name: string;
  /** The root of the repository. */
  readonly root: string;
  /** `undefined` in a repository without a commit. */
  readonly commit?: string | undefined;
  /** The ref that was asked for, and the file that was named with it. */
  readonly chosen?: string;
  readonly named?: string | undefined;
  /** Whether the commit is the one that is checked out. */
  readonly isHead?: boolean | undefined;
}

/** A description from a commit, written to a folder with the files it references. */
export interface GitBase extends Pick<BaseCommit, "name" | "root" | "commit" | "isHead"> {
  /** The file in the folder, or `undefined` for a first description, which the commit does not have. */
  readonly file: string | undefined;
  /** For a first description, those that are gone since the commit, none of which it resembles. */
  readonly gone?: readonly string[] | undefined;
  /** Writes the versions of the commits before it, latest first, each to a folder of its own. */
  readonly earlier?: () => Iterable<{
    readonly name: string;
    readonly file: string;
    readonly folder: string;
  }>;
}

const usualRefs = ["origin/HEAD", "origin/main", "origin/master", "main", "master"] as const;

/**
 * Finds the commit that a file, which need not exist, is compared with.
 * @throws SpecGateError when there is no such repository or commit
 */
export function baseCommit(file: string, { ref, isMergeBase }: BaseChoice): BaseCommit {
  let folder = realPath(file);
  while (!existsSync(folder) || !statSync(folder).isDirectory()) folder = dirname(folder);
  const root = realpathSync(
    git(folder, ["rev-parse", "--show-toplevel"], {
      message: `${file} is not in a git repository: name the base with --base`,
    })
      .toString()
      .trimEnd(),
  );
  const head = askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (head === undefined && ref === undefined) return { name: "a repository without a commit", root };
  const [chosen = "", named] = (ref ?? usualRef(root)).split(":", 2);
  const tip = commitOf(root, chosen);
  const commit = (isMergeBase ?? ref === undefined) ? mergeBase(root, tip, chosen) : tip;
  const name = commit === tip ? (ref ?? chosen) : `${commit.slice(0, 10)} (where HEAD left ${chosen})`;
  return { name, root, commit, chosen, named, isHead: commit === head };
}

/** The path of a file, which need not exist, from the root of the repository. */
export function pathFrom(root: string, file: string): string {
  return relative(root, realPath(file)).replaceAll(sep, "/");
}

function realPath(file: string): string {
  const path = resolve(file);
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

/**
 * Writes a commit's version of the description, and every file it references, below the target folder. Finds a
 * description that was moved or converted since then under its old name.
 * @throws SpecGateError when there is no such file, repository or commit
 */
export function baseOfGit(file: string, choice: BaseChoice, target: string): GitBase {
  const base = baseCommit(file, choice);
  const { name, root, commit, chosen, named, isHead } = base;
  if (commit === undefined) return { name, file: undefined, root };
  const current = pathFrom(root, file);
  const path = named ?? pathIn(base, file);
  if (path === undefined)
    return { name, file: undefined, root, gone: [...goneDescriptions(root, commit).keys()] };
  if (named !== undefined && !isIn(root, commit, path))
    throw new SpecGateError(`there is no base: ${chosen} has no ${path}`);
  writeCommitted(root, { commit, path, target });
  return {
    name: named || path === current ? name : `${name}:${path}`,
    file: join(target, path),
    root,
    commit,
    isHead,
    earlier: () => earlierVersions(root, { commit, path, target }),
  };
}

// Enough for a base that a few merges left broken.
const maxEarlier = 100;

function* earlierVersions(
  root: string,
  { commit, path, target }: { readonly commit: string; readonly path: string; readonly target: string },
) {
  const args = ["rev-list", `--max-count=${maxEarlier}`, commit, "--", ...descriptionPaths];
  // The first commit that they name has the files of `commit` itself.
  const [, ...commits] = git(root, args, { message: `git cannot list the commits before ${commit}` })
    .toString()
    .split("\n")
    .filter(Boolean);
  for (const each of commits) {
    if (!isIn(root, each, path)) return;
    const folder = join(target, each);
    writeCommitted(root, { commit: each, path, target: folder });
    yield { name: each.slice(0, 10), file: join(folder, path), folder };
  }
}

function usualRef(root: string): string {
  const found = usualRefs.find((ref) =>
    askGit(root, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]),
  );
  if (found) return found;
  throw new SpecGateError(
    `there is no base: none of ${usualRefs.join(", ")} exists; name one with --base or --base-ref${shallowHint(root)}`,
  );
}

function commitOf(root: string, ref: string): string {
  if (ref.startsWith("-") || ref === "") throw new SpecGateError(`"${ref}" is not a git ref`);
  const commit = askGit(root, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
  if (commit) return commit;
  throw new SpecGateError(`there is no base: git has no commit ${ref}${shallowHint(root)}`);
}

function mergeBase(root: string, tip: string, ref: string): string {
  const commit = askGit(root, ["merge-base", "HEAD", tip]);
  if (commit) return commit;
  throw new SpecGateError(`there is no base: HEAD and ${ref} have no common commit${shallowHint(root)}`);
}

function shallowHint(root: string): string {
  if (askGit(root, ["rev-parse", "--is-shallow-repository"]) !== "true") return "";
  return "; this clone is shallow: run `git fetch --unshallow`, or give actions/checkout `fetch-depth: 0`";
}

/**
 * The description's path in the commit: the same path, the one it was moved from, or that of the description that is
 * gone and that it resembles.
 */
export function pathIn({ root, commit = "" }: BaseCommit, file: string): string | undefined {
  const path = pathFrom(root, file);
  if (path.startsWith("../")) return undefined;
  if (isIn(root, commit, path)) return path;
  const args = ["diff", "--name-status", "--find-renames", "--diff-filter=R", "-z", commit];
  const fields = git(root, args, { message: `git cannot compare with ${commit}` })
    .toString()
    .split("\0");
  // Three fields for each file that was moved: its status, its old path and its new one.
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] === path) return fields[at + 1];
  return predecessorOf(file, goneDescriptions(root, commit));
}

function isIn(root: string, commit: string, path: string): boolean {
  return askGit(root, ["cat-file", "-t", `${commit}:${path}`]) === "blob";
}
