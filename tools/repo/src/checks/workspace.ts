import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gitLines } from "./git.ts";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A package of the workspace. */
export interface WorkspacePackage {
  /** Such as `@compute-host/types`. */
  readonly name: string;
  /** Relative to the root; "." for the root itself. */
  readonly folder: string;
  /** Names of its scripts. */
  readonly scripts: readonly string[];
}

/** The tracked files and the packages of a repository. */
export interface Workspace {
  readonly root: string;
  /** Relative to the root, with forward slashes. */
  readonly files: readonly string[];
  readonly packages: readonly WorkspacePackage[];
}

/**
 * Reads the workspace in a git working tree, without files that git ignores.
 *
 * @throws Error with a one-line message if there is no git or no working tree
 */
export async function readWorkspace(root: string): Promise<Workspace> {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = await gitLines(root, ...list).catch((cause) => {
    throw new Error(`git cannot list the files of ${root}: outside a clone, run \`git init\` first`, {
      cause,
    });
  });
  const manifests = files.filter((file) =>
    /^(package\.json|(spec|(packages|tools)\/[^/]+)\/package\.json)$/.test(file),
  );
  const packages = await Promise.all(manifests.map((file) => readPackage(root, file)));
  return { root, files, packages };
}

async function readPackage(root: string, file: string): Promise<WorkspacePackage> {
  const { name, scripts = {} } = JSON.parse(await readFile(join(root, file), "utf8"));
  return { name, folder: dirname(file), scripts: Object.keys(scripts) };
}
