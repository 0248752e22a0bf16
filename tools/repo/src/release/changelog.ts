/** The heading of the part that the gate writes; people write the rest of the entry. */
export const interfaceHeading = "### Interface";

/** A version's entry in the changelog. */
export interface Entry {
  readonly version: string;
  /** The text under the heading {@link interfaceHeading}, or `undefined` if the entry lacks it. */
  readonly interfaceChanges: string | undefined;
}

/** Reads the entries of a changelog, newest first. */
export function entriesOf(changelog: string): Entry[] {
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

/** Checks that a version's entry has the given change list; returns the problems. */
export function changelogProblems(changelog: string, version: string, changes: string): string[] {
  const [newest] = entriesOf(changelog);
  if (newest?.version !== version) {
    const found = newest ? `is for ${newest.version}` : "is missing";
    return [
      `spec/CHANGELOG.md: the newest entry ${found}, but info.version is ${version}; run \`pnpm spec:version ${version}\`.`,
    ];
  }
  if (newest.interfaceChanges === undefined) {
    return [
      `spec/CHANGELOG.md: the entry ${version} has no part "${interfaceHeading}"; run \`pnpm spec:version ${version}\`.`,
    ];
  }
  if (newest.interfaceChanges !== changes.trim()) {
    return [
      `spec/CHANGELOG.md: the change list of ${version} is not the gate's; run \`pnpm spec:version ${version}\`.`,
    ];
  }
  return [];
}

/** Writes or replaces the change list in a version's entry. */
export function withEntry(changelog: string, version: string, changes: string): string {
  const section = `${interfaceHeading}\n\n${changes.trim()}`;
  const [title = "", ...entries] = changelog.split(/^(?=## )/m).map((part) => part.trim());
  const [newest, ...older] = entries;
  if (newest?.split("\n")[0] !== `## ${version}`) {
    return joined([title, `## ${version}\n\n${section}`, ...entries]);
  }
  const parts = newest.split(/^(?=### )/m).map((part) => part.trim());
  return joined([
    title,
    ...parts.filter((part) => !part.startsWith(`${interfaceHeading}\n`)),
    section,
    ...older,
  ]);
}

function joined(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}
