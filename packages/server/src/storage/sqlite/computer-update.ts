import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import { asComputerConflict, rowOfComputer } from "./computer-rows.ts";

/** Writes what has changed of a computer, whose text is given, and returns its text afterwards. */
export type ComputerWriter = (before: StoredComputer, after: StoredComputer, json: string) => string;

/** Indexes are written whenever their columns are set, changed or not: so they are set only where they change. */
export function createComputerUpdate(
  database: DatabaseSync,
  onChange: (ownerId: string) => void,
): ComputerWriter {
  const setJson = database.prepare("update computers set json = ?, head_bytes = ? where id = ?");
  const setName = database.prepare("update computers set name = ?, json = ?, head_bytes = ? where id = ?");
  const setAll = database.prepare(
    "update computers set name = ?, host_id = ?, json = ?, head_bytes = ? where id = ?",
  );

  return (before, after, jsonBefore) => {
    if (before === after) return jsonBefore;
    onChange(after.ownerId);
    const [id, , name, hostId, , json, headBytes] = rowOfComputer(after);
    if (before.hostId !== after.hostId) runUnique(setAll, [name, hostId, json, headBytes, id], id);
    else if (before.name !== name) runUnique(setName, [name, json, headBytes, id], id);
    else setJson.run(json, headBytes, id);
    return json;
  };
}

function runUnique(statement: StatementSync, values: readonly SQLInputValue[], id: string): void {
  try {
    statement.run(...values);
  } catch (error) {
    throw asComputerConflict(error, id);
  }
}
