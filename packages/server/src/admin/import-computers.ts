import { parseStrictJson, StrictJsonError } from "@compute-host/core";
import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerStore } from "../computers/computer-store.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { type ComputerReader, createComputerReader } from "./computer-reader.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";
import { type JsonRecord, readJsonRecords } from "./json-records.ts";

/** Reading stops after this number of problems; the rest is usually more of the same. */
const maxProblems = 20;
const batchSize = 200;

/**
 * Adds the computers of a file, all or none, and resolves to their number when they are on disk. Holds all of them in memory until then.
 *
 * @throws ImportError naming lines and fields; then nothing was added.
 */
export async function importComputers(
  computers: ComputerStore,
  file: AsyncIterable<Uint8Array>,
): Promise<number> {
  const readComputer = createComputerReader();
  /** The line of every record, for conflicts found at the end. */
  const lines: number[] = [];
  const problems: ImportProblem[] = [];
  const addition = await computers.beginImport();
  try {
    for await (const records of readRecords(file, problems)) {
      const read = records.map((record) => readRecord(record, readComputer, problems));
      if (problems.length >= maxProblems) break;
      if (problems.length > 0) continue;
      for (const { line } of records) lines.push(line);
      await addition.add(read.filter((computer) => computer !== undefined));
    }
    if (problems.length > 0) throw new ImportError(problems.slice(0, maxProblems));
    return await addition.commit();
  } catch (error) {
    await addition.abandon();
    throw asImportError(error, (position) => lines[position]);
  }
}

/** Maps conflicts to an import error with the lines of the computers (`lineOf`); returns anything else unchanged. */
export function asImportError(error: unknown, lineOf: (position: number) => number | undefined): unknown {
  if (!(error instanceof ComputerConflictError)) return error;
  return new ImportError([error, ...error.further].map((conflict) => conflictProblem(conflict, lineOf)));
}

async function* readRecords(
  file: AsyncIterable<Uint8Array>,
  problems: ImportProblem[],
): AsyncGenerator<readonly JsonRecord[]> {
  try {
    for await (const records of readJsonRecords(file)) {
      for (let at = 0; at < records.length; at += batchSize) yield records.slice(at, at + batchSize);
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    problems.push(...error.problems);
  }
}

function readRecord(
  { line, text }: JsonRecord,
  readComputer: ComputerReader,
  problems: ImportProblem[],
): StoredComputer | undefined {
  try {
    return readComputer(parse(text));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    problems.push(...error.problems.map((problem) => ({ line, ...problem })));
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { fault, pointer, message } = error;
    if (fault === "malformed")
      throw new ImportError([{ message: `${message} (a file has one record a line)` }]);
    throw new ImportError([{ ...(pointer !== "" && { field: pointer }), message }]);
  }
}

const conflicts: Partial<Record<ComputerConflictCode, Pick<ImportProblem, "field" | "message">>> = {
  "id-taken": { field: "/id", message: "another computer has this id" },
  "name-taken": { field: "/name", message: "another computer of this owner has this name" },
  "host-taken": { field: "/hostId", message: "another computer of this owner is linked to this host" },
};

function conflictProblem(
  { code, position, message }: ComputerConflictError,
  lineOf: (position: number) => number | undefined,
): ImportProblem {
  const line = position === undefined ? undefined : lineOf(position);
  return { ...(line !== undefined && { line }), ...(conflicts[code] ?? { message }) };
}
