import { readFile } from "node:fs/promises";

/** What every client did in every probe. */
export interface Comparison {
  /** The day of the measurement, as `2026-01-31`. */
  readonly measuredOn: string;
  /** Name and version; this package's clients first, without a version. */
  readonly clients: readonly string[];
  /** An outcome for each client. */
  readonly rows: readonly { readonly title: string; readonly outcomes: readonly string[] }[];
}

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

/** Reads the published page. */
export async function readPage(): Promise<Comparison> {
  const page = await readFile(comparisonPage, "utf8");
  const cells = (line: string) =>
    [...line.matchAll(/ ((?:\\\||[^|])+?) *\|/g)].map(([, cell = ""]) => cell.replaceAll("\\|", "|"));
  const [head = "", _rule, ...body] = page.split("\n").filter((line) => line.startsWith("|"));
  return {
    measuredOn: /^Measured on (\S+)/m.exec(page)?.[1] ?? "",
    clients: cells(head).slice(1),
    rows: body.map(cells).map(([title = "", ...outcomes]) => ({ title, outcomes })),
  };
}
