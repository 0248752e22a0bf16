import { runProgram } from "./run-program.ts";

/** The change log of the description, relative to the root of the repository. */
export const changelogFile = "spec/CHANGELOG.md";

/**
 * The commit since which the change log has an entry as it is now, and the change log in it. A squash, a rebase and a
 * merge all keep it: the entry and the description that it stands for arrive together.
 * @param isEntry whether a text of the change log has the entry
 * @throws Error when the history does not reach back to it.
 */
export async function commitOfEntry(
  root: string,
  version: string,
  isEntry: (changelog: string) => boolean,
): Promise<{ readonly commit: string; readonly changelog: string }> {
  const log = await git(root, ["log", "--topo-order", "--format=%H %P", "--", changelogFile]);
  let found: { commit: string; changelog: string; hasParent: boolean } | undefined;
  for (const line of log.split("\n").filter(Boolean)) {
    const [commit = "", parent] = line.trim().split(" ");
    const changelog = await git(root, ["show", `${commit}:${changelogFile}`]).catch(() => "");
    if (isEntry(changelog)) found = { commit, changelog, hasParent: parent !== undefined };
  }
  const isShallow = (await git(root, ["rev-parse", "--is-shallow-repository"])).trim() === "true";
  // The oldest commit of a shallow clone seems to bring everything that is in it.
  if (found && (found.hasParent || !isShallow)) return found;
  const advice = isShallow
    ? "fetch the whole history (git fetch --unshallow)"
    : `restore the entry (git checkout origin/main -- ${changelogFile}) and run \`pnpm spec:version\``;
  throw new Error(`No commit has the entry ${version} of ${changelogFile} as it is now; ${advice}.`);
}

/** What git prints. @throws Error when it fails */
export async function git(root: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram("git", args, root);
  if (exitCode !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}
