import type { SchemaNode } from "@compute-host/core";
import { computerSchema, provisioningStepSchema } from "@compute-host/core/schema-nodes";
import { maxOwnerIdLength, type StoredComputer } from "../computers/computer.ts";
import { type NewComputer, newComputer } from "../computers/new-computer.ts";
import {
  findViolations,
  boundedComputerProperties as properties,
  type Violation,
} from "../openapi/computer-properties.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";

/**
 * Converts an operator's record to a computer.
 *
 * @throws ImportError naming every field that is wrong.
 */
export type ComputerReader = (record: unknown) => StoredComputer;

/**
 * Makes a reader of computers. A record is a Computer of the spec with an `ownerId`. The bounds of an update, such as
 * the length of a name, apply to it too. Unknown properties are refused, so that typos are noticed. `id`, `createdAt`,
 * `status` and `provisioningSteps` may be left out.
 */
export function createComputerReader(now: () => number = Date.now): ComputerReader {
  return (record) => {
    const problems = findViolations(recordSchema, record);
    if (problems.length > 0) throw new ImportError(problems.map(toProblem));
    return complete(record as NewComputer, now());
  };
}

const madeHere = ["id", "createdAt"];
/** An ID is part of a path: it must not need escaping, nor be `.` or `..`. */
const idPattern = "^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$";

/** Milliseconds within the range of a date. JSON reads `1e999` as infinity, which it cannot write. */
const time: SchemaNode = { type: "integer", minimum: -8.64e15, maximum: 8.64e15 };
const stepTime: SchemaNode = { ...time, type: "number" };
const stepTimes = { startedAt: stepTime, completedAt: stepTime };

const recordSchema: SchemaNode = {
  type: "object",
  required: ["ownerId", ...(computerSchema.required ?? [])].filter((name) => !madeHere.includes(name)),
  properties: {
    ...properties,
    id: { ...properties.id, pattern: idPattern },
    createdAt: { ...properties.createdAt, ...time },
    provisioningSteps: {
      ...properties.provisioningSteps,
      items: {
        ...provisioningStepSchema,
        properties: { ...provisioningStepSchema.properties, ...stepTimes },
      },
    },
    ownerId: { ...properties.ownerId, minLength: 1, maxLength: maxOwnerIdLength },
  },
  additionalProperties: false,
};

function complete(record: NewComputer, now: number): StoredComputer {
  const computer = newComputer(record, now);
  if (record.status !== undefined && record.status !== computer.status) {
    throw problem("/status", `must be ${computer.status}, as provisioningSteps say, or be left out`);
  }
  const ids = computer.provisioningSteps.map((step) => step.id);
  if (new Set(ids).size < ids.length)
    throw problem("/provisioningSteps", "must not have two steps with the same id");
  return computer;
}

/** Converts a violation to a problem of its field. */
export function toProblem({ pointer, message }: Violation): ImportProblem {
  return { ...(pointer !== "" && { field: pointer }), message };
}

function problem(field: string, message: string): ImportError {
  return new ImportError([{ field, message }]);
}
