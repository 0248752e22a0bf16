import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * Whether a referenced file is a regular one of the root description's repository. Nothing else is read: the reference
 * may be a stranger's, and a report shows values.
 */
export function isReadable(file: string, root: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  if (!existsSync(root)) return true;
  const repository = repositoryOf(dirname(realpathSync(root)));
  if (repository === undefined) return true;
  const [first] = relative(repository, realpathSync(file)).split(sep);
  return first !== ".." && first !== ".git";
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}
