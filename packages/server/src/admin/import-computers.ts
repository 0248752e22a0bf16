import { parseStrictJson, StrictJsonError } from "@compute-host/core";
import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerStore } from "../computers/computer-store.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { createComputerReader } from "./computer-reader.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";

/** Reading stops after this number of problems; the rest is usually more of the same. */
const maxProblems = 20;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** How many lines are read between two reports of progress. */
const reportedLines = 100_000;

/**
 * Adds the computers of a file, all or none, and resolves to their number once they are on disk.
 *
 * @param onProgress called from time to time with the number of lines that were read.
 * @throws ImportError naming lines and fields; then nothing was added.
 */
export async function importComputers(
  computers: ComputerStore,
  file: Buffer,
  onProgress: (lines: number) => void = () => {},
): Promise<number> {
  /** The line of every record, for conflicts. */
  let recordLines: number[] = [];

  function* readComputers(): Generator<StoredComputer> {
    const readComputer = createComputerReader();
    const problems: ImportProblem[] = [];
    recordLines = [];
    for (const { line, bytes } of linesOf(file)) {
      if (problems.length >= maxProblems) {
        const rest = { message: `the lines after ${line - 1} were not read` };
        throw new ImportError([...problems.slice(0, maxProblems), rest]);
      }
      try {
        const text = decode(bytes);
        if (line % reportedLines === 0) onProgress(line);
        if (text === "") continue;
        recordLines.push(line);
        yield readComputer(parse(text));
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        problems.push(...error.problems.map((problem) => ({ line, ...problem })));
      }
    }
    if (problems.length > 0) throw new ImportError(problems.slice(0, maxProblems));
  }

  try {
    return await computers.add(readComputers);
  } catch (error) {
    throw asImportError(error, (position) => recordLines[position]);
  }
}

/** The number of lines of a file. */
export function countLines(file: Buffer): number {
  let count = 0;
  for (const { line } of linesOf(file)) count = line;
  return count;
}

/**
 * Converts a conflict to an import error with the lines of the computers (`lineOf`); returns other errors unchanged.
 */
export function asImportError(error: unknown, lineOf: (position: number) => number | undefined): unknown {
  if (!(error instanceof ComputerConflictError)) return error;
  return new ImportError([error, ...error.further].map((conflict) => conflictProblem(conflict, lineOf)));
}

/** The lines of a file, numbered from 1. */
function* linesOf(file: Buffer): Generator<{ readonly line: number; readonly bytes: Buffer }> {
  for (let from = 0, line = 1; from < file.length; line++) {
    const end = file.indexOf("\n", from);
    const next = end === -1 ? file.length : end + 1;
    yield { line, bytes: file.subarray(from, next) };
    from = next;
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes).trim();
  } catch {
    throw new ImportError([{ message: "is not UTF-8" }]);
  }
}

function parse(text: string): unknown {
  let record: unknown;
  try {
    record = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { fault, pointer, message } = error;
    if (fault === "malformed") throw noRecord(message);
    throw new ImportError([{ ...(pointer !== "" && { field: pointer }), message }]);
  }
  if (typeof record !== "object" || record === null || Array.isArray(record))
    throw noRecord("is not an object");
  return record;
}

/** A line is not a record: the file may be an array, or have records of several lines. */
function noRecord(message: string): ImportError {
  return new ImportError([{ message: `${message} (a file has one record per line)` }]);
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
