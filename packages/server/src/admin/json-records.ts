import { ImportError } from "./import-error.ts";

/** A line of a file that is not empty, and its number from 1. */
export interface JsonRecord {
  readonly line: number;
  readonly text: string;
}

/** Largest size of a record in bytes, so that a file of another kind does not fill the memory. */
const maxRecordBytes = 1024 * 1024;
const newline = 0x0a;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Splits a streamed file into lines. It holds at most one chunk and one record, and does not parse them.
 *
 * @throws ImportError naming the line that is not UTF-8 or does not end.
 */
export async function* readJsonRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonRecord[]> {
  let line = 1;
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const records: JsonRecord[] = [];
    let from = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      records.push(...recordOf(bytes.subarray(from, end), line));
      from = end + 1;
      line += 1;
    }
    rest = bytes.subarray(from);
    if (records.length > 0) yield records;
    if (rest.length > maxRecordBytes) throw new ImportError([{ line, message: "has no end within 1 MiB" }]);
  }
  const last = recordOf(rest, line);
  if (last.length > 0) yield last;
}

function recordOf(bytes: Uint8Array, line: number): JsonRecord[] {
  try {
    const text = decoder.decode(bytes).trim();
    return text === "" ? [] : [{ line, text }];
  } catch {
    throw new ImportError([{ line, message: "is not UTF-8" }]);
  }
}
