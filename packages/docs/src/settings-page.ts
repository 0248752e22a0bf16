import { readFileSync } from "node:fs";
import type { MarkdownPage } from "./layout/page.ts";

/** The settings of the service, from the table in its manual, which the service's tests compare with the code. */
export function settingsPage(): MarkdownPage {
  const manual = readFileSync(new URL("../../server/docs/operations.md", import.meta.url), "utf8");
  const section = /^## Settings\n([\s\S]*?)(?=^## )/m.exec(manual)?.[1];
  if (section === undefined) throw new Error("The operator's manual has no section Settings.");
  return {
    path: "settings/",
    group: "For operators",
    summary: "Every environment variable of the service, with its default.",
    text: `# Settings\n${section.replace(/^\|[\s\S]*\|\n/m, groupTexts)}`,
  };
}

/** The groups of settings, by the first word after the prefix. */
const groups: Readonly<Record<string, string>> = {
  DATABASE: "Database and nodes",
  NODE: "Database and nodes",
  JWT: "JWTs",
  PROVISIONER: "Provisioning",
  SHUTDOWN: "Shutdown",
};

function groupTexts(table: string): string {
  const rows = table.split("\n").filter((row) => row.startsWith("| `"));
  const settingTitle = (row: string) =>
    groups[/HOST_([A-Z]+)/.exec(row)?.[1] ?? ""] ?? "Network, log and limits";
  return [...new Set(rows.map(settingTitle))]
    .flatMap((title) => [
      `## ${title}\n\n`,
      ...rows.filter((row) => settingTitle(row) === title).map(settingText),
    ])
    .join("");
}

/** Turns a row of the table into a section, as a target for links and the search; some defaults are too long for a column. */
function settingText(row: string): string {
  const [, name = "", fallback = "", about = ""] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return `### ${name}\n\n${fallback === "" ? "" : `Default: ${fallback}. `}${about}\n\n`;
}
