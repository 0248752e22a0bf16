import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import { ComputerConflictError } from "../../computers/store-errors.ts";
import { isConstraintViolation } from "./sqlite-error.ts";

/** The columns of a computer in the order of {@link computerColumns}. */
export type ComputerRow = [
  id: string,
  ownerId: string,
  name: string,
  hostId: string | null,
  createdAt: number,
  json: string,
  headBytes: number,
];

/** The columns of the table of computers. */
export const computerColumns = "id, owner_id, name, host_id, created_at, json, head_bytes";

/** The JSON text of a computer, as a row. */
export type JsonRow = [json: string];

/** SQL for the JSON text of a computer without its steps; taking bytes off a text would count its characters first. */
export const jsonWithoutSteps = "substr(cast(json as blob), 1, head_bytes) || '}'";

/** Prints a computer for the database: once, when it changes, and never when it is read. */
export function rowOfComputer(computer: StoredComputer): ComputerRow {
  const { provisioningSteps, ...record } = computer;
  const head = JSON.stringify(record).slice(0, -1);
  return [
    computer.id,
    computer.ownerId,
    computer.name,
    computer.hostId?.toLowerCase() ?? null,
    computer.createdAt,
    `${head},"provisioningSteps":${JSON.stringify(provisioningSteps)}}`,
    Buffer.byteLength(head),
  ];
}

/** Maps a unique index's refusal to its conflict; returns anything else unchanged. */
export function asComputerConflict(error: unknown, id: string): unknown {
  if (!isConstraintViolation(error)) return error;
  const { message } = error as Error;
  if (message.includes("computers.host_id")) return new ComputerConflictError("host-taken", id);
  return new ComputerConflictError(message.includes("computers.name") ? "name-taken" : "id-taken", id);
}

/** Writes the changes of a computer with this text, and returns its new text. */
export type ComputerWriter = (before: StoredComputer, after: StoredComputer, json: string) => string;

/** Setting a column rewrites its indexes even if the value stays the same, so only changed columns are set. */
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
