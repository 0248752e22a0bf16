import type { CliIo } from "./cli-io.ts";
import { formatBatches } from "./table.ts";

/** How records are shown. */
export interface RecordTable {
  readonly headings: readonly string[];
  /** The cells of a record. */
  readonly rowOf: (record: never) => readonly string[];
  /** One JSON record per line instead of a table. */
  readonly json: boolean | undefined;
}

/** Writes any number of records, which come as JSON texts in batches. */
export async function writeRecords(
  io: CliIo,
  batches: AsyncIterable<readonly string[]>,
  { headings, rowOf, json }: RecordTable,
): Promise<void> {
  async function* rows() {
    for await (const texts of batches) yield texts.map((text) => rowOf(JSON.parse(text) as never));
  }
  async function* lines() {
    for await (const texts of batches) yield `${texts.join("\n")}\n`;
  }
  for await (const text of json ? lines() : formatBatches(headings, rows())) await io.writeOutput(text);
}
