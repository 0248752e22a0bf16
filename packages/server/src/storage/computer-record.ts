import type { JsonText } from "@compute-host/core";
import type { StoredComputer } from "../computers/computer.ts";
import { type ComputerConflictCode, ComputerConflictError } from "../computers/store-errors.ts";
import { toDatabaseText } from "./database-text.ts";

/** A computer's row, in both engines. */
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

/** The columns of `computers`, in the order of {@link ComputerRow}. */
export const computerColumns = "id, owner_id, name, host_id, created_at, head, steps";

/** What is between the two columns of a JSON text. */
const stepsStart = `,${JSON.stringify("provisioningSteps" satisfies keyof StoredComputer)}:`;

/** SQL for the JSON text of a computer, a `JsonText<StoredComputer>`. */
export const textWithSteps = `head || '${stepsStart}' || steps || '}'`;
/** SQL for the JSON text of a computer without its steps, a `JsonText<Computer>`. */
export const textWithoutSteps = "head || '}'";

/** Serializes a computer for the database: once, when it changes, not when it is read. */
export function rowOfComputer(computer: StoredComputer): ComputerRow {
  const { provisioningSteps, ...record } = computer;
  return {
    id: computer.id,
    ownerId: toDatabaseText(computer.ownerId),
    name: toDatabaseText(computer.name),
    hostId: computer.hostId === undefined ? null : hostColumn(computer.hostId),
    createdAt: computer.createdAt,
    head: JSON.stringify(record).slice(0, -1),
    steps: JSON.stringify(provisioningSteps),
  };
}

/** A host's ID as stored in its column: case does not matter. */
export function hostColumn(hostId: string): string {
  return toDatabaseText(hostId.toLowerCase());
}

/** The JSON text that {@link textWithSteps} reads from a row. */
export function computerText({ head, steps }: Pick<ComputerRow, "head" | "steps">): JsonText<StoredComputer> {
  return `${head}${stepsStart}${steps}}` as JsonText<StoredComputer>;
}

const conflictCodes: Readonly<Record<string, ComputerConflictCode>> = {
  name: "name-taken",
  host: "host-taken",
};

/** The conflict on a unique index: of names, hosts or IDs. */
export function conflictOn(index: string, computerId: string): ComputerConflictError {
  return new ComputerConflictError(conflictCodes[index] ?? "id-taken", computerId);
}
