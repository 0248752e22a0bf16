import { relative, resolve } from "node:path";
import type { Entry, Model } from "./model.ts";
import { annotation, withoutCommands } from "./workflow-command.ts";

/**
 * Formats the report as workflow commands, which GitHub shows next to the lines of a pull request. The worst come
 * first, because GitHub shows ten per level.
 */
export function githubActionsReport({ report, entries, remarks, headline, wayOut }: Model): string {
  const shown = entries.filter(({ isTextOnly }) => !isTextOnly);
  const sorted = shown.toSorted((a, b) => Number(b.isBlocking) - Number(a.isBlocking));
  const last = [headline, ...(wayOut === undefined ? [] : [wayOut])];
  const lines = [
    ...remarks.map(({ level, title, text, at }) =>
      annotation(level, { ...at, file: pathOf(at.file), title }, text),
    ),
    ...sorted.map((entry) => changeAnnotation(entry, report.revision)),
    ...last.map(withoutCommands),
  ];
  return `${lines.join("\n")}\n`;
}

/** Formats a change as an annotation: an error if it breaks, a warning if that is accepted, a notice if it adds. */
function changeAnnotation({ change, level, where, what, advice }: Entry, revision: string): string {
  const { rule: title, location } = change;
  const text = `${where}: ${what}${advice ? `\n${advice}` : ""}`;
  // Changes that exist only in the base have no line in the pull request.
  if (location?.side === "base") return annotation(level, { file: pathOf(revision), title }, text);
  const place = location && { file: pathOf(location.file), line: location.line, col: location.column };
  return annotation(level, { ...place, title }, text);
}

function pathOf(file: string): string {
  return relative(process.cwd(), resolve(file));
}
