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

/** Lays out any number of rows a batch at a time, so the columns fit within a batch. */
export async function* formatBatches(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of batches) {
    const table = formatTable(headings, rows);
    yield isFirst ? table : table.slice(table.indexOf("\n") + 1);
    isFirst = false;
  }
  if (isFirst) yield formatTable(headings, []);
}

function widthOf(text: string): number {
  return [...text].length;
}

/** Shows control characters, which any name may hold, instead of sending them to the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Shows a time in milliseconds since the Unix epoch to people, in UTC: `2026-11-20 14:05:09`. */
export function formatTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(0, 19).replace("T", " ");
}
