import { apiOf } from "../../src/index.ts";
import { readStops, readWebhookStops, tourDescription } from "./tour.ts";

const start =
  "<!-- constructs: `pnpm --filter @compute-host/openapi exec vitest run test/constructs.test.ts -u` writes this table -->";
const end = "<!-- /constructs -->";

/** Makes the table of what flows, with the operation of the tour that shows it, and of what is reported or refused. */
export async function constructTable(
  outcomes: Readonly<Record<"reported" | "refused", readonly string[]>>,
): Promise<string> {
  const description = await tourDescription();
  const stops = [...readStops(description), ...readWebhookStops(apiOf(description))];
  const proofs = stops.flatMap(({ operationId, shows, prismDefect }) => {
    const remark = prismDefect === undefined ? "" : `; not on Prism: ${prismDefect}`;
    return shows.map((construct) => ({ construct, proof: `\`${operationId}\`${remark}` }));
  });
  const rows = [...Map.groupBy(proofs, ({ construct }) => construct)].map(([construct, group]) => [
    construct,
    "flows",
    group.map(({ proof }) => proof).join(", "),
  ]);
  const others = Object.entries(outcomes).flatMap(([outcome, constructs]) =>
    constructs.map((construct) => [construct, outcome, "`test/constructs.test.ts`"]),
  );
  return aligned([["Construct", "Outcome", "Proof"], ...rows, ...others]);
}

/** Writes a table as the formatter does. */
function aligned(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => columnsTaken(row[column] ?? ""))));
  const [first, ...others] = rows.map((row) => {
    const cells = row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - columnsTaken(cell)));
    return `| ${cells.join(" | ")} |`;
  });
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [first, rule, ...others].join("\n");
}

/** Characters of Chinese and Japanese take two columns. */
function columnsTaken(text: string): number {
  return [...text].reduce(
    (width, character) => width + (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(character) ? 2 : 1),
    0,
  );
}

/** Replaces the table in a text. */
export function withTable(text: string, table: string): string {
  const [before = "", rest = ""] = text.split(start);
  const [, after = ""] = rest.split(end);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}
