import type { StoredComputer } from "../../computers/computer.ts";
import { ComputerConflictError } from "../../computers/store-errors.ts";
import { toDatabaseText } from "./database-text.ts";
import { violatedIndex } from "./postgres-error.ts";

/** A row of a computer. */
export interface ComputerRow {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly hostId: string | null;
  readonly createdAt: number;
  /** The JSON text without its steps and without its closing brace. */
  readonly head: string;
  /** The JSON text of the steps. */
  readonly steps: string;
}

/** Prints a computer for the database: once, when it changes, and never when it is read. */
export function rowOfComputer(computer: StoredComputer): ComputerRow {
  const { provisioningSteps, ...record } = computer;
  return {
    id: computer.id,
    ownerId: toDatabaseText(computer.ownerId),
    name: toDatabaseText(computer.name),
    hostId: computer.hostId === undefined ? null : toDatabaseText(computer.hostId.toLowerCase()),
    createdAt: computer.createdAt,
    head: JSON.stringify(record).slice(0, -1),
    steps: JSON.stringify(provisioningSteps),
  };
}

/** The JSON text of a computer with its steps. */
export function computerText(head: string, steps: string): string {
  return `${head},"provisioningSteps":${steps}}`;
}

const conflictCodes: Readonly<Record<string, "name-taken" | "host-taken" | "id-taken">> = {
  computers_by_name: "name-taken",
  computers_by_host: "host-taken",
};

/** The conflict that a unique index reported. */
export function conflictOf(error: unknown, computerId: string): ComputerConflictError {
  const code = conflictCodes[violatedIndex(error) ?? ""] ?? "id-taken";
  return new ComputerConflictError(code, computerId);
}
