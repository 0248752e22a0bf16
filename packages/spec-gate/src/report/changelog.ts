import { code, escaped, isDeprecation, isLowered } from "./markdown.ts";
import type { Entry, Model } from "./model.ts";

const sections: readonly [title: string, isIn: (entry: Entry) => boolean][] = [
  // A change that a team accepts or lowers breaks users all the same.
  ["Breaking", (entry) => entry.isBlocking || entry.change.accepted !== undefined || isLowered(entry)],
  ["Deprecated", isDeprecation],
  [
    "Added and changed",
    (entry) => entry.change.impact === "minor" && !isDeprecation(entry) && !isLowered(entry),
  ],
  ["Descriptions", ({ isTextOnly }) => isTextOnly],
];

/**
 * Formats the reports as an entry of a changelog, under the version of the revision if the gate checked it. It is for
 * users of the API: it has neither advice nor the gate's verdict.
 */
export function changelogReport(models: readonly Model[]): string {
  const parts = models.map(({ report, entries }) => {
    const name = models.length > 1 ? `${code(report.revision)} ` : "";
    const lines = [`## ${name}${escaped(report.version?.revision ?? "Unreleased")}`];
    for (const [title, isIn] of sections) {
      const own = entries.filter(isIn);
      if (own.length === 0) continue;
      const texts = [`- ${own.length === 1 ? "A text" : `${own.length} texts`} changed.`];
      const items = own.map(({ where, what }) => `- ${code(where)}: ${escaped(what)}.`);
      lines.push("", `### ${title}`, "", ...(title === "Descriptions" ? texts : items));
    }
    if (lines.length === 1) lines.push("", "No change.");
    return lines.join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}
