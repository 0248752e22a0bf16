import type { CliIo } from "../cli-io.ts";

/** Formats rows under their headings, in columns as wide as their widest cell. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  return all
    .map((row) =>
      row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell))).join("  "),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

/** How records are shown. */
export interface RecordTable<Shown> {
  readonly headings: readonly string[];
  /** The cells of a record. */
  readonly rowOf: (record: Shown) => readonly string[];
  /** One JSON record per line instead of a table. */
  readonly json: boolean | undefined;
}

/** Writes records, which come in batches; columns are aligned within a batch. */
export async function writeRecords<Shown>(
  io: CliIo,
  batches: AsyncIterable<readonly Shown[]>,
  { headings, rowOf, json }: RecordTable<Shown>,
): Promise<void> {
  let hasHeadings = json;
  for await (const records of batches) {
    const table = () => formatTable(headings, records.map(rowOf));
    const lines = () => records.map(jsonLine).join("");
    const withoutHeadings = (text: string) => text.slice(text.indexOf("\n") + 1);
    await io.writeOutput(json ? lines() : hasHeadings ? withoutHeadings(table()) : table());
    hasHeadings = true;
  }
  if (!hasHeadings) await io.writeOutput(formatTable(headings, []));
}

/** A record as a line of JSON, with the two characters escaped that some programs treat as line ends. */
export function jsonLine(record: unknown): string {
  const text = JSON.stringify(record).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${text}\n`;
}

function widthOf(text: string): number {
  return [...text].length;
}

/**
 * Escapes control characters and line separators, which any name may contain, so that they do not reach the terminal.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Formats a time in milliseconds since the Unix epoch for people, in UTC: `2026-11-20T14:05:09Z`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().replace(/\.\d+/, "");
}
