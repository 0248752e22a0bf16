import { createSchemaReader, findSchemaIssues, maxViolations, pointerOf } from "@compute-host/core";
import { description } from "./description.gen.ts";
import { resolveNode, type SpecNode } from "./spec-document.ts";

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Lists the places where a value breaks a schema, {@link maxViolations} at most; nothing is converted. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

/** Makes the check of a schema, whose references lead into the description; its first call reads the schema. */
export function createSchemaCheck(makeSchema: () => SpecNode): SchemaCheck {
  const read = createSchemaReader((reference) => resolveNode(description, reference.slice(1)));
  let schema: ReturnType<typeof read> | undefined;
  return (value) => {
    schema ??= read(makeSchema());
    return findSchemaIssues(schema, value)
      .slice(0, maxViolations)
      .map(({ path, message }) => ({ pointer: pointerOf(path), message }));
  };
}
