import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { runProgram } from "../run-gate.ts";

/** The branches that a change is compared with when nothing is named, the first that exists. */
const usualRefs = ["origin/main", "main"] as const;

/**
 * Writes the description as it is in a git ref to a file of the folder.
 * @throws Error in one line when the ref or the description in it does not exist.
 */
export async function baseFromGit(
  root: string,
  {
    ref,
    revision,
    folder,
  }: { readonly ref: string | undefined; readonly revision: string; readonly folder: string },
): Promise<string> {
  const chosen = ref ?? (await firstExisting(root));
  const path = relative(root, revision);
  const { exitCode, stdout } = await runProgram("git", ["show", `${chosen}:${path}`], root);
  if (exitCode !== 0)
    throw new Error(`There is no ${path} in ${chosen}; name another base with --base or --base-ref.`);
  const file = join(folder, "base.yaml");
  await writeFile(file, stdout);
  return file;
}

async function firstExisting(root: string): Promise<string> {
  for (const ref of usualRefs) {
    const { exitCode } = await runProgram("git", ["rev-parse", "--verify", "--quiet", ref], root);
    if (exitCode === 0) return ref;
  }
  throw new Error(`Neither ${usualRefs.join(" nor ")} exists; name the base with --base or --base-ref.`);
}
