import { git, gitLines, tryGit } from "./git.ts";

/** The range from a commit to the current working tree. */
export interface ChangeRange {
  readonly base: string;
  /** The name of the base in messages, such as `main`. */
  readonly label: string;
}

/** A package's name and version, which determine the release that its changes are compared with. */
interface Versioned {
  readonly name: string;
  readonly folder: string;
  readonly version: string;
}

/**
 * Determines the bases for a package's changes. On a branch: where it left main. On main: the last commit for
 * uncommitted changes, and the last release for everything since. Empty before the first release, and without history.
 */
export async function rangesToJudge(root: string, one: Versioned): Promise<ChangeRange[]> {
  const head = await tryGit(root, "rev-parse", "--verify", "HEAD");
  const release = await lastRelease(root, one);
  const tags = await gitLines(root, "tag", "--list", `${one.name}@*`);
  if (head === undefined || (release === undefined && tags.length === 0)) return [];
  const fork = await forkFromMain(root);
  const branch = { base: fork?.base ?? head, label: fork?.label ?? "the last commit" };
  const isMain = branch.base === head || (await currentBranch(root)) === "main";
  return isMain && release !== undefined ? [branch, release] : [branch];
}

/**
 * Finds the commit where HEAD left main: the nearest of the pull request's base, the remote's main and a local
 * main, any of which a clone may have.
 */
async function forkFromMain(root: string): Promise<ChangeRange | undefined> {
  const pullRequestBase = process.env.GITHUB_BASE_REF;
  const isOnMain = (await currentBranch(root)) === "main";
  const names = [
    ...(pullRequestBase ? [`origin/${pullRequestBase}`] : []),
    "origin/main",
    ...(isOnMain ? [] : ["main"]),
  ];
  const forks = await Promise.all(
    names.map(async (label) => {
      const base = await tryGit(root, "merge-base", "HEAD", label);
      if (base === undefined) return [];
      const distance = Number(await git(root, "rev-list", "--count", `${base}..HEAD`));
      return [{ base, label, distance }];
    }),
  );
  return forks.flat().toSorted((a, b) => a.distance - b.distance)[0];
}

/** Finds the release of the current version: its tag, or the commit that moved the package to it. */
async function lastRelease(
  root: string,
  { name, folder, version }: Versioned,
): Promise<ChangeRange | undefined> {
  const tag = `${name}@${version}`;
  const tagged = await tryGit(root, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`);
  if (tagged !== undefined) return { base: tagged, label: tag };
  const manifest = `${folder}/package.json`;
  const [moved] = await gitLines(root, "log", "--format=%H", `-G^  "version":`, "--", manifest);
  if (moved === undefined) return undefined;
  // The first version of a package is not released yet, so every change is part of it.
  const before = await tryGit(root, "show", `${moved}^:${manifest}`);
  return before === undefined ? undefined : { base: moved, label: `version ${version}` };
}

/** Returns the current branch; empty if HEAD is detached. */
async function currentBranch(root: string): Promise<string> {
  return (await tryGit(root, "symbolic-ref", "--short", "--quiet", "HEAD")) ?? "";
}
