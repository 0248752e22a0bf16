// @ts-check
// Plain JavaScript: `npm test` and `npm run check` call it on any Node.js, before anything is installed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Checks that the workspace is a git working tree, such as a clone: the checks read git's list of files, and
 * without one turbo takes minutes to hash a package.
 *
 * @throws Error with a one-line message that says what to do
 */
export function demandGit() {
  const { status, error } = spawnSync("git", ["rev-parse", "--is-inside-work-tree"], {
    cwd: root,
    stdio: "ignore",
  });
  if (error) throw new Error("git is not installed; the checks and tests need it.");
  if (status !== 0)
    throw new Error("This is not a git working tree, which the checks and tests need: run `git init` first.");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    demandGit();
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
