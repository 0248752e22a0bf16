import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import {
  asComputerConflict,
  parseComputer,
  type RecordRow,
  rowOfComputer,
  textWithSteps,
} from "./computer-rows.ts";

/** Writes what has changed of a computer and returns its JSON text. */
export type ComputerWriter = (stored: RecordRow, computer: StoredComputer) => string;

/** Indexes are written whenever their columns are set, changed or not: so they are set only where they change. */
export function createComputerUpdate(database: DatabaseSync): ComputerWriter {
  const setTexts = database.prepare("update computers set record = ?, steps = ? where id = ?");
  const setRecord = database.prepare("update computers set record = ? where id = ?");
  const setAll = database.prepare(
    "update computers set name = ?, host_id = ?, record = ?, steps = ? where id = ?",
  );

  return (stored, computer) => {
    const [id, , name, hostId, , record, steps] = rowOfComputer(computer);
    if (record !== stored[0]) {
      const before = parseComputer(stored[0], "[]");
      if (before.name !== name || before.hostId?.toLowerCase() !== (hostId ?? undefined)) {
        runUnique(setAll, [name, hostId, record, steps, id], id);
      } else if (steps === stored[1]) setRecord.run(record, id);
      else setTexts.run(record, steps, id);
    } else if (steps !== stored[1]) setTexts.run(record, steps, id);
    return textWithSteps(record, steps);
  };
}

function runUnique(statement: StatementSync, values: readonly SQLInputValue[], id: string): void {
  try {
    statement.run(...values);
  } catch (error) {
    throw asComputerConflict(error, id);
  }
}
