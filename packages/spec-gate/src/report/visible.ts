import type { Report } from "./report-data.ts";

/**
 * Writes control characters, line breaks and marks that change the direction of writing as escapes such as `\n` and
 * `\u001b`: a name in a description stays on its line of a report, and cannot pass for another line.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, escapeOf);
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Makes every text of the report visible. */
export function visibleReport(report: Report): Report {
  return visibleIn(report) as Report;
}

function visibleIn(value: unknown, key = ""): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map((item) => visibleIn(item));
  // The message of a witness is data; its text is made visible where it is shown.
  if (typeof value !== "object" || value === null || key === "message") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visibleIn(inner, name)]));
}
