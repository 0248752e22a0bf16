import { git, gitLines, tryGit } from "./git.ts";

/** From a commit to what is in the working tree now. */
export interface ChangeRange {
  readonly base: string;
  /** How a message names the base, such as `main`. */
  readonly label: string;
}

/** Names and versions of a package decide which release its changes are compared with. */
interface Versioned {
  readonly name: string;
  readonly folder: string;
  readonly version: string;
}

/**
 * What a package's changes are held against. On a branch: where it left main. On main itself: its last commit, for what is
 * not committed yet, and the last release, for everything since. Nothing where there is no history.
 */
export async function rangesToJudge(root: string, one: Versioned): Promise<ChangeRange[]> {
  const head = await tryGit(root, "rev-parse", "--verify", "HEAD");
  if (head === undefined) return [];
  const fork = await forkFromMain(root);
  const branch = { base: fork?.base ?? head, label: fork?.label ?? "the last commit" };
  const isMain = branch.base === head || (await currentBranch(root)) === "main";
  const release = isMain ? await lastRelease(root, one) : undefined;
  return release === undefined ? [branch] : [branch, release];
}

/**
 * The commit at which HEAD left main, by the nearest of what stands for main: the base of the pull request, the remote's
 * main, and a local one, of which a clone may have any.
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

/** The release of the present version: its tag, or else the commit that moved the package to it. */
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
  // The first version of a package was never released: whatever changes is part of it.
  const before = await tryGit(root, "show", `${moved}^:${manifest}`);
  return before === undefined ? undefined : { base: moved, label: `version ${version}` };
}

/** Empty where HEAD is detached. */
async function currentBranch(root: string): Promise<string> {
  return (await tryGit(root, "symbolic-ref", "--short", "--quiet", "HEAD")) ?? "";
}
