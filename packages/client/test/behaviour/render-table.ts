/** The results of each client in one case, ours first. */
export interface Row {
  readonly title: string;
  readonly outcomes: string[];
}

/** Writes the comparison as a page and as data. */
export function renderTable(
  clients: readonly string[],
  rows: readonly Row[],
): { markdown: string; json: string } {
  const cells = [["Case", ...clients], ...rows.map(({ title, outcomes }) => [title, ...outcomes])].map(
    (row) => row.map((cell) => cell.replaceAll("|", "\\|")),
  );
  // Padded, as the formatter requires.
  const widths = ["Case", ...clients].map((_name, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  const table = [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
  const markdown = `<!-- Written by \`pnpm --filter @compute-host/client test --update\`. Do not edit. -->

# How clients behave

The test run probes every client with a real local server (with an in-memory \`fetch\` for the 10,000 calls). Each cell says what
the probe observed. The clients are set up as their own documentation recommends, with two retries if they support retries.

${table.join("\n")}
`;
  return { markdown, json: `${JSON.stringify({ clients, rows }, null, 2)}\n` };
}
