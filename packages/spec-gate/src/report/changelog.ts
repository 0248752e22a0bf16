import { whatText, whereText } from "./headline.ts";
import { code, escaped, isDeprecation } from "./markdown.ts";
import type { Report, ReportedChange } from "./report-data.ts";

const sections: readonly [title: string, isIn: (change: ReportedChange) => boolean][] = [
  // An accepted change breaks users all the same.
  [
    "Breaking",
    ({ impact, accepted }) => impact === "major" || impact === "not-judged" || accepted !== undefined,
  ],
  ["Deprecated", isDeprecation],
  ["Added and changed", (change) => change.impact === "minor" && !isDeprecation(change)],
  ["Descriptions", ({ impact }) => impact === "patch"],
];

/**
 * Formats the reports as an entry of a changelog, under the version of the revision if the gate checked it. It is for
 * users of the API: it has neither advice nor the gate's verdict.
 */
export function changelogReport(reports: readonly Report[]): string {
  const entries = reports.map((report) => {
    const name = reports.length > 1 ? `${code(report.revision)} ` : "";
    const lines = [`## ${name}${escaped(report.version?.revision ?? "Unreleased")}`];
    for (const [title, isIn] of sections) {
      const changes = report.changes.filter(isIn);
      if (changes.length === 0) continue;
      const texts = [`- ${changes.length === 1 ? "A text" : `${changes.length} texts`} changed.`];
      lines.push("", `### ${title}`, "", ...(title === "Descriptions" ? texts : changes.map(entry)));
    }
    if (lines.length === 1) lines.push("", "No change.");
    return lines.join("\n");
  });
  return `${entries.join("\n\n")}\n`;
}

function entry(change: ReportedChange): string {
  return `- ${code(whereText(change))}: ${escaped(whatText(change))}.`;
}
