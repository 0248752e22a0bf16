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
  record: string,
  steps: string,
];

/** The stored texts of a computer. */
export type RecordRow = [record: string, steps: string];

/** The columns of the table of computers. */
export const computerColumns = "id, owner_id, name, host_id, created_at, record, steps";

/** Prints a computer for the database: once, when it changes, and never when it is read. */
export function rowOfComputer(computer: StoredComputer): ComputerRow {
  const { provisioningSteps, ...record } = computer;
  return [
    computer.id,
    computer.ownerId,
    computer.name,
    computer.hostId?.toLowerCase() ?? null,
    computer.createdAt,
    JSON.stringify(record),
    JSON.stringify(provisioningSteps),
  ];
}

/** The JSON text of a computer with its steps: no parsing, since every read does it. */
export function textWithSteps(record: string, steps: string): string {
  return `${record.slice(0, -1)},"provisioningSteps":${steps}}`;
}

/** The computer that two stored texts hold. */
export function parseComputer(record: string, steps: string): StoredComputer {
  const computer = JSON.parse(record) as StoredComputer;
  computer.provisioningSteps = JSON.parse(steps) as StoredComputer["provisioningSteps"];
  return computer;
}

/** The conflict that a unique index reported; anything else as it is. */
export function asComputerConflict(error: unknown, id: string): unknown {
  if (!isConstraintViolation(error)) return error;
  const { message } = error as Error;
  if (message.includes("computers.host_id")) return new ComputerConflict("host-taken", id);
  return new ComputerConflict(message.includes("computers.name") ? "name-taken" : "id-taken", id);
}
