/** The heading of the part that the gate writes; people write the rest of the entry. */
export const interfaceHeading = "### Interface";

/** A version's entry in the changelog. */
export interface Entry {
  readonly version: string;
  /** The text under the heading {@link interfaceHeading}, or `undefined` if the entry lacks it. */
  readonly interfaceChanges: string | undefined;
}

/** Reads the entries of a changelog, newest first. */
export function readEntries(changelog: string): Entry[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const body = lines.join("\n");
      const start = body.indexOf(`${interfaceHeading}\n`);
      const section = start < 0 ? undefined : body.slice(start + interfaceHeading.length + 1);
      return { version: heading.trim(), interfaceChanges: section?.split(/^### /m)[0]?.trim() };
    });
}

/** Checks that a version's entry has the given change list; returns the problem, if there is one. */
export function changelogProblems(
  changelog: string,
  version: string,
  changes: string,
  file: string,
): string[] {
  const [newest] = readEntries(changelog);
  const problem = (text: string) => [`${file}: ${text}; run \`pnpm spec:version ${version}\`.`];
  if (newest?.version !== version) {
    const found = newest ? `is for ${newest.version}` : "is missing";
    return problem(`the newest entry ${found}, but info.version is ${version}`);
  }
  if (newest.interfaceChanges === undefined)
    return problem(`the entry ${version} has no part "${interfaceHeading}"`);
  const isWhole = newest.interfaceChanges === changes.trim();
  return isWhole ? [] : problem(`the change list of ${version} is not the gate's`);
}

/**
 * Writes or replaces the change list in a version's entry, and drops the sentence in which changesets says that nothing
 * changed.
 */
export function withEntry(changelog: string, version: string, changes: string): string {
  const section = `${interfaceHeading}\n\n${changes.trim()}`;
  const [title = "", ...entries] = changelog.split(/^(?=## )/m).map((part) => part.trim());
  const [newest, ...older] = entries;
  if (newest?.split("\n")[0] !== `## ${version}`) {
    return joined([title, `## ${version}\n\n${section}`, ...entries]);
  }
  const parts = newest
    .replace("\n\nNo changes in this release.", "")
    .split(/^(?=### )/m)
    .map((part) => part.trim());
  return joined([
    title,
    ...parts.filter((part) => !part.startsWith(`${interfaceHeading}\n`)),
    section,
    ...older,
  ]);
}

/** Writes or replaces the date of the newest entry, such as `2026-11-23`. */
export function withDate(changelog: string, date: string): string {
  return changelog.replace(/^(## .+\n\n)(?:_[\d-]{10}_\n\n)?/m, `$1_${date}_\n\n`);
}

function joined(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}
