import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { specFile, versionOf } from "./versions.ts";

const run = promisify(execFile);

/**
 * The description as it last was in a version, from the history of the repository.
 * @throws Error when the history does not reach back to that version.
 */
export async function specAtVersion(root: string, version: string): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run("git", ["log", "--format=%H", "--", specFile], options);
  for (const commit of stdout.split("\n").filter(Boolean)) {
    const { stdout: text } = await run("git", ["show", `${commit}:${specFile}`], options);
    if (versionOf(text) === version) return text;
  }
  throw new Error(
    `No commit has ${specFile} in version ${version}; fetch the whole history (git fetch --unshallow).`,
  );
}
