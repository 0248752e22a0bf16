import type { ApiKeyRecord } from "../auth/api-key-store.ts";
import type { StoredComputer } from "../computers/computer.ts";
import { AdministrationError, ImportError } from "./administration.ts";
import {
  type DatabaseParts,
  type DatabaseSummary,
  exportHeader,
  hasJob,
  RecordDigest,
  summarizeDatabase,
} from "./export-database.ts";
import { type JsonRecord, readJsonRecords } from "./json-records.ts";

/**
 * Imports an export into an empty database. It reads the file twice, the first time to check that it is complete. Afterwards it
 * reads the database and compares it with the last line of the export.
 *
 * @param open opens the file at its beginning.
 * @throws ImportError naming the line at which the file is not a complete export; then nothing was imported.
 * @throws AdministrationError when the database is not empty, or differs from the export afterwards.
 */
export async function importDatabase(
  open: () => AsyncIterable<Uint8Array>,
  parts: DatabaseParts,
): Promise<DatabaseSummary> {
  const [{ computers }, hasKeys] = await Promise.all([parts.computers.counts(), parts.apiKeys.hasAny()]);
  if (computers > 0 || hasKeys) {
    throw new AdministrationError("The database is not empty; import an export into an empty one.");
  }
  const expected = await readExport(open(), async () => {});
  await writeRecords(open(), parts);
  const found = await summarizeDatabase(parts);
  const { jobs } = await parts.computers.counts();
  if (JSON.stringify({ ...found, jobs }) === JSON.stringify(expected)) return found;
  throw new AdministrationError(
    `The database differs from the export (${JSON.stringify(found)}, not ${JSON.stringify(expected)}); do not use it.`,
  );
}

/** Adds all computers together, then all keys. */
async function writeRecords(chunks: AsyncIterable<Uint8Array>, parts: DatabaseParts): Promise<void> {
  const addition = await parts.computers.beginImport();
  const apiKeys: ApiKeyRecord[] = [];
  try {
    await readExport(chunks, async (records) => {
      apiKeys.push(...records.flatMap(({ apiKey }) => apiKey ?? []));
      await addition.add(records.flatMap(({ computer }) => computer ?? []));
    });
    await addition.commit();
  } catch (error) {
    await addition.abandon();
    throw error;
  }
  await parts.apiKeys.insert(apiKeys);
}

/** A line of an export. */
interface ExportedRecord {
  readonly computer?: StoredComputer;
  readonly apiKey?: ApiKeyRecord;
  readonly end?: DatabaseSummary;
}

/** Reads an export to its end, and resolves to its last line after comparing that with the records. @throws ImportError */
async function readExport(
  chunks: AsyncIterable<Uint8Array>,
  take: (records: readonly ExportedRecord[]) => Promise<void>,
): Promise<DatabaseSummary> {
  const digest = new RecordDigest();
  let isBegun = false;
  let end: DatabaseSummary | undefined;
  for await (const lines of readJsonRecords(chunks)) {
    const records: ExportedRecord[] = [];
    for (const { line, text } of lines) {
      if (end !== undefined) throw problem("comes after the end of the export", line);
      if (!isBegun) {
        if (text !== exportHeader)
          throw problem(`is not ${exportHeader}: the file is not an export of this version`, line);
        isBegun = true;
        continue;
      }
      const record = parseRecord({ line, text });
      end = record.end;
      if (end === undefined) {
        digest.add(text, record.apiKey ? "apiKey" : hasJob(record.computer ?? {}) ? "job" : "computer");
        records.push(record);
      }
    }
    await take(records);
  }
  if (end === undefined) throw problem("The file is not whole: its last line is missing.");
  if (JSON.stringify(digest.summary()) === JSON.stringify(end)) return end;
  throw problem(
    "The file is not what was exported: its counts or its SHA-256 are not those of its last line.",
  );
}

function parseRecord({ line, text }: JsonRecord): ExportedRecord {
  let record: ExportedRecord;
  try {
    record = JSON.parse(text);
  } catch {
    throw problem("is not JSON", line);
  }
  const { computer, apiKey, end } = record;
  if (typeof (computer?.id ?? apiKey?.id ?? end?.sha256) === "string") return record;
  throw problem("is neither a computer, an API key nor the end of an export", line);
}

function problem(message: string, line?: number): ImportError {
  return new ImportError([{ ...(line !== undefined && { line }), message }]);
}
