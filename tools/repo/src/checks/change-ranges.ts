import { git, tryGit } from "./git.ts";

/** The range from a commit to the current working tree. */
export interface ChangeRange {
  readonly base: string;
  /** The name of the base in messages, such as `main`. */
  readonly label: string;
}

/**
 * Finds the commit where HEAD left main: the nearest of the pull request's base, the remote's main and a local
 * main, any of which a clone may have.
 */
export async function forkFromMain(root: string): Promise<ChangeRange | undefined> {
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

/** Returns the current branch; empty if HEAD is detached. */
async function currentBranch(root: string): Promise<string> {
  return (await tryGit(root, "symbolic-ref", "--short", "--quiet", "HEAD")) ?? "";
}
