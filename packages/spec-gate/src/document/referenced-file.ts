import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { SpecGateError } from "../spec-gate-error.ts";

/**
 * Reads nothing but regular files of the root description's repository: the reference may be a stranger's, and a
 * report shows values.
 * @param where the reference is, for messages
 * @throws SpecGateError for any other file
 */
export function assertReadable(file: string, root: string, where: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new SpecGateError(`${where} is not a regular file`);
  const repository = repositoryOf(dirname(realpathSync(root)));
  if (repository === undefined) return;
  const [first] = relative(repository, realpathSync(file)).split(sep);
  if (first === ".." || first === ".git") throw new SpecGateError(`${where} leaves the repository`);
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}
