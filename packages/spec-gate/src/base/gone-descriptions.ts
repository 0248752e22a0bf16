import { join } from "node:path";
import { descriptionEndings, isDescription } from "../document/api-document.ts";
import { readSourceFile } from "../document/source-file.ts";
import { objectOf } from "../json-value.ts";
import { readCommitted } from "./committed-files.ts";
import { askGit, git } from "./git.ts";

/** Descriptions by their path from the root of the repository. */
export type Descriptions = ReadonlyMap<string, string>;

/** The files of git that may be descriptions. */
export const descriptionPaths: readonly string[] = descriptionEndings.map((ending) => `:(icase)*.${ending}`);

/**
 * Returns the descriptions of a commit that were deleted since, or are no longer recognised as descriptions. Leaves
 * out what the commit's branch added after HEAD left it: HEAD never had that, so it did not delete it.
 */
export function goneDescriptions(root: string, commit: string): Descriptions {
  const fork = askGit(root, ["merge-base", commit, "HEAD"]);
  const goneSinceFork = fork === undefined || fork === commit ? undefined : goneSince(root, fork);
  const gone = goneSince(root, commit);
  return goneSinceFork === undefined ? gone : new Map([...gone].filter(([path]) => goneSinceFork.has(path)));
}

function goneSince(root: string, commit: string): Descriptions {
  const changed = ["diff", "--name-only", "--no-renames", "--diff-filter=DMT", "-z", commit, "--"];
  const paths = git(root, [...changed, ...descriptionPaths], {
    message: `git cannot compare with ${commit}`,
  });
  const names = paths
    .toString()
    .split("\0")
    .filter((path) => path !== "" && !path.includes("\n") && !isDescription(join(root, path)));
  const texts = [...readCommitted(root, commit, names)].map(
    ([path, content]) => [path, content.toString()] as const,
  );
  return new Map(texts.filter(([path, text]) => isDescription(path, text)));
}

/**
 * Finds the gone description that a new one continues: with the same title, else the one that shares the most
 * operations.
 */
export function predecessorOf(file: string, gone: Descriptions): string | undefined {
  if (gone.size === 0) return undefined;
  const own = traitsOf(file);
  const ranked = [...gone].map(([path, text]) => {
    const { title, operations } = traitsOf(path, text);
    const shared = operations.filter((each) => own.operations.includes(each)).length;
    return { path, isTitled: title !== undefined && title === own.title, shared };
  });
  return ranked
    .filter(({ isTitled, shared }) => isTitled || shared > 0)
    .sort((a, b) => Number(b.isTitled) - Number(a.isTitled) || b.shared - a.shared)[0]?.path;
}

function traitsOf(file: string, text?: string): { readonly title?: unknown; readonly operations: string[] } {
  try {
    const { info, paths } = objectOf(readSourceFile(file, text).value);
    const items = Object.entries(objectOf(paths));
    const operations = items.flatMap(([path, item]) =>
      Object.keys(objectOf(item)).map((key) => `${key} ${path}`),
    );
    return { title: objectOf(info).title, operations };
  } catch {
    // A description that cannot be read resembles no other; what reads it next says why.
    return { operations: [] };
  }
}
