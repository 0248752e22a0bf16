import { git } from "../checks/git.ts";

/** The changelog of the description, relative to the root of the repository. */
export const changelogFile = "spec/CHANGELOG.md";

/**
 * Finds the commit that added an entry in its current form, and the changelog in that commit. A squash, a rebase
 * and a merge all preserve it, because the entry and its description arrive together.
 * @param isEntry whether a changelog text has the entry
 * @throws Error if the history does not reach back to it.
 */
export async function commitOfEntry(
  root: string,
  version: string,
  isEntry: (changelog: string) => boolean,
): Promise<{ readonly commit: string; readonly changelog: string }> {
  const log = await git(root, "log", "--topo-order", "--format=%H %P", "--", changelogFile);
  let found: { commit: string; changelog: string; hasParent: boolean } | undefined;
  for (const line of log.split("\n").filter(Boolean)) {
    const [commit = "", parent] = line.trim().split(" ");
    const changelog = await git(root, "show", `${commit}:${changelogFile}`).catch(() => "");
    if (isEntry(changelog)) found = { commit, changelog, hasParent: parent !== undefined };
  }
  if (found?.hasParent) return found;
  // The oldest commit of a shallow clone seems to add everything it contains.
  const isShallow = (await git(root, "rev-parse", "--is-shallow-repository")) === "true";
  if (found && !isShallow) return found;
  const advice = isShallow
    ? "fetch the complete history (git fetch --unshallow)"
    : `restore the entry (git checkout origin/main -- ${changelogFile}) and run \`pnpm spec:version\``;
  throw new Error(`No commit has the current entry ${version} of ${changelogFile}; ${advice}.`);
}
