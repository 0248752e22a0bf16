import type { StoredComputer } from "../../computers/computer.ts";
import { ComputerConflict } from "../../computers/computer-conflict.ts";
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

/** The conflict that a unique index reported; anything else as it is. */
export function asComputerConflict(error: unknown, id: string): unknown {
  if (!isConstraintViolation(error)) return error;
  const { message } = error as Error;
  if (message.includes("computers.host_id")) return new ComputerConflict("host-taken", id);
  return new ComputerConflict(message.includes("computers.name") ? "name-taken" : "id-taken", id);
}
