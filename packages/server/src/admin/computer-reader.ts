import { maxOwnerIdLength, type StoredComputer } from "../computers/computer.ts";
import { type NewComputer, newComputer } from "../computers/new-computer.ts";
import { boundedComputerProperties } from "../openapi/computer-properties.ts";
import { description } from "../openapi/description.gen.ts";
import { createSchemaCheck, type Violation } from "../openapi/schema-validation.ts";
import { resolveNode, type SpecNode } from "../openapi/spec-document.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";

/**
 * Converts an operator's record to a computer.
 *
 * @throws ImportError naming every field that is wrong.
 */
export type ComputerReader = (record: unknown) => StoredComputer;

/**
 * Makes a reader of computers. A record is a Computer of the spec with an `ownerId`. The bounds of an update (the
 * length of a name) apply to it too, and unknown properties are refused, so typos are not ignored. `id`,
 * `createdAt`, `status` and `provisioningSteps` may be left out. The first record reads the schema.
 */
export function createComputerReader(now: () => number = Date.now): ComputerReader {
  const check = createSchemaCheck(recordSchema);
  return (record) => {
    const problems = check(record);
    if (problems.length > 0) throw new ImportError(problems.map(toProblem));
    return complete(record as NewComputer, now());
  };
}

function recordSchema(): SpecNode {
  const { required: always } = resolveNode(description, "/components/schemas/Computer");
  const required = ["ownerId", ...(always as string[])].filter((name) => !madeHere.includes(name));
  const properties = boundedComputerProperties();
  const step = resolveNode(description, "/components/schemas/ProvisioningStep");
  const items = { ...step, properties: { ...(step.properties as SpecNode), ...stepTimes } };
  return {
    type: "object",
    required,
    properties: {
      ...properties,
      id: { ...properties.id, pattern: idPattern },
      createdAt: { ...properties.createdAt, ...time },
      provisioningSteps: { ...properties.provisioningSteps, items },
      ownerId: { ...properties.ownerId, minLength: 1, maxLength: maxOwnerIdLength },
    },
    additionalProperties: false,
  };
}

const madeHere = ["id", "createdAt"];
/** An ID is part of a path: it must not need escaping, and `.` and `..` would lead elsewhere. */
const idPattern = "^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$";

/** Milliseconds that are a date. JSON reads `1e999` as infinity, which it cannot write. */
const time = { type: "integer", minimum: -8.64e15, maximum: 8.64e15 };
const stepTimes = { startedAt: { ...time, type: "number" }, completedAt: { ...time, type: "number" } };

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

/** Names the field of a violation. */
export function toProblem({ pointer, message }: Violation): ImportProblem {
  return { ...(pointer !== "" && { field: pointer }), message };
}

function problem(field: string, message: string): ImportError {
  return new ImportError([{ field, message }]);
}
