import { relative, resolve } from "node:path";
import type { Entry, Model } from "./model.ts";
import { withoutCommands } from "./workflow-command.ts";

/** Formats the report for a terminal. */
export function textReport({ report, entries, remarks, headline, version, wayOut }: Model): string {
  const lines = [`${report.base} → ${report.revision}`, ""];
  for (const entry of entries.filter(({ isTextOnly }) => !isTextOnly))
    lines.push(...entryLines(entry, report.base), "");
  const texts = entries.filter(({ isTextOnly }) => isTextOnly);
  if (texts.length > 0) lines.push(...textsOnly(texts), "");
  for (const { id, text } of remarks) if (id === "acceptance") lines.push(text, "");
  lines.push(...[headline, version, wayOut].filter((line) => line !== undefined));
  return withoutCommands(`${lines.join("\n")}\n`);
}

function entryLines(entry: Entry, base: string): string[] {
  const { label, where, what, advice, evidence, witness, change } = entry;
  const indent = " ".repeat(Math.max(7, label.length + 2));
  return [
    `${label.padEnd(indent.length)}${where}`,
    `${indent}${what}`,
    ...[advice, evidence, witness && `  ${witness}`].flatMap((line) => (line ? [`${indent}${line}`] : [])),
    `${indent}${change.rule}${placeText(entry, base)}`,
  ];
}

function placeText({ change: { location } }: Entry, base: string): string {
  if (!location) return "";
  const file = relative(process.cwd(), resolve(location.file));
  return ` at ${location.side === "base" ? `${base}:` : ""}${file}:${location.line}:${location.column}`;
}

/** Text changes are harmless, so a few examples are enough. */
function textsOnly(entries: readonly Entry[]): string[] {
  const shown = entries.slice(0, 5).map(({ change }) => `       ${change.place}: ${change.message}`);
  const more = entries.length > shown.length ? [`       and ${entries.length - shown.length} more`] : [];
  const count = `${entries.length} ${entries.length === 1 ? "harmless change" : "harmless changes"}`;
  return [`patch  ${count}`, ...shown, ...more];
}
