/** What every client did in every probe, as `behaviour.gen.json` has it. */
export interface Comparison {
  /** The day of the measurement, as `2026-01-31`. */
  readonly measuredOn: string;
  /** Name and version; this package's clients first, without a version. */
  readonly clients: readonly string[];
  /** An outcome for each client. */
  readonly rows: readonly { readonly title: string; readonly outcomes: readonly string[] }[];
}

/** The data of the comparison. */
export const comparisonFile: URL = new URL("../../behaviour.gen.json", import.meta.url);

/** The page with its table. */
export const comparisonPage: URL = new URL("../../BEHAVIOUR.md", import.meta.url);

/** Renders the page. */
export function renderPage({ measuredOn, clients, rows }: Comparison): string {
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
  return `<!-- Written by \`pnpm --filter @compute-host/client behaviour\`. Do not edit. -->

# How clients behave

Measured on ${measuredOn} with a real local server for each case (an in-memory \`fetch\` where calls share a signal). Each cell says
what the client did. The clients are set up as their own documentation recommends, with two retries if they support retries. The
tests of this package repeat the columns of its clients.

${table.join("\n")}
`;
}
