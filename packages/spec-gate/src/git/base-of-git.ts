import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";
import { writeCommitted } from "./committed-files.ts";
import { askGit, git } from "./git.ts";

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

/** A description from a commit, written to a folder with the files it references. */
export interface GitBase {
  /** Its name in reports. */
  readonly name: string;
  /** The file in the folder, or `undefined` for a first description, which the commit does not have. */
  readonly file: string | undefined;
  /** The root of the repository. */
  readonly root: string;
  /** Whether the commit is the one that is checked out. */
  readonly isHead?: boolean;
  /** Writes the versions of the commits before it, latest first, each to a folder of its own. */
  readonly earlier?: () => Iterable<{
    readonly name: string;
    readonly file: string;
    readonly folder: string;
  }>;
}

const usualRefs = ["origin/HEAD", "origin/main", "origin/master", "main", "master"] as const;

/**
 * Writes a commit's version of the description, and every file it references, below the target folder. Finds a
 * description that was moved since then under its old name.
 * @throws SpecGateError when there is no such file, repository or commit
 */
export function baseOfGit(file: string, { ref, isMergeBase }: BaseChoice, target: string): GitBase {
  const folder = dirname(realpathSync(file));
  const root = realpathSync(
    git(folder, ["rev-parse", "--show-toplevel"], {
      message: `${file} is not in a git repository: name the base with --base`,
    })
      .toString()
      .trimEnd(),
  );
  const head = askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (head === undefined && ref === undefined)
    return { name: "a repository without a commit", file: undefined, root };
  const [chosen = "", named] = (ref ?? usualRef(root)).split(":", 2);
  const tip = commitOf(root, chosen);
  const commit = (isMergeBase ?? ref === undefined) ? mergeBase(root, tip, chosen) : tip;
  const name = commit === tip ? (ref ?? chosen) : `${commit.slice(0, 10)} (where HEAD left ${chosen})`;
  const current = relative(root, realpathSync(file)).replaceAll(sep, "/");
  const path = named ?? pathIn(root, commit, current);
  if (path === undefined) return { name, file: undefined, root };
  if (named !== undefined && !isIn(root, commit, path))
    throw new SpecGateError(`there is no base: ${chosen} has no ${path}`);
  writeCommitted(root, { commit, path, target });
  return {
    name: named || path === current ? name : `${name}:${path}`,
    file: join(target, path),
    root,
    isHead: commit === head,
    earlier: () => earlierVersions(root, { commit, path, target }),
  };
}

// Enough for a base that a few merges left broken.
const maxEarlier = 100;

function* earlierVersions(
  root: string,
  { commit, path, target }: { readonly commit: string; readonly path: string; readonly target: string },
) {
  const args = ["rev-list", `--max-count=${maxEarlier}`, commit, "--", "*.yaml", "*.yml", "*.json"];
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

/** The description's path in the commit: the same path, or the one it was moved from. */
function pathIn(root: string, commit: string, path: string): string | undefined {
  if (isIn(root, commit, path)) return path;
  const args = ["diff", "--name-status", "--find-renames", "--diff-filter=R", "-z", commit];
  const fields = git(root, args, { message: `git cannot compare with ${commit}` })
    .toString()
    .split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) if (fields[at + 2] === path) return fields[at + 1];
  return undefined;
}

function isIn(root: string, commit: string, path: string): boolean {
  return askGit(root, ["cat-file", "-t", `${commit}:${path}`]) === "blob";
}
