/** Lays out rows under their headings, in columns as wide as their widest cell. */
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

function widthOf(text: string): number {
  return [...text].length;
}

/** A name may hold anything: show control characters instead of sending them to the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Shows a time in milliseconds since the Unix epoch to people, in UTC: `2026-11-20 14:05:09`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(0, 19).replace("T", " ");
}
