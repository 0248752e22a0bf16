import { createSchemaReader, findSchemaIssues, maxViolations, pointerOf } from "@compute-host/core";
import { resolveNode, type SpecDocument } from "./spec-document.ts";

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Lists the places where a value breaks a schema, {@link maxViolations} at most; nothing is converted. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

/** Compiles a schema of the spec, which a pointer names, for example `/components/schemas/Computer`. */
export type SchemaCompiler = (pointer: string) => SchemaCheck;

/** Makes a compiler of the schemas of a description. */
export function createSchemaCompiler(document: SpecDocument): SchemaCompiler {
  const read = createSchemaReader((reference) => resolveNode(document, reference.slice(1)));
  return (pointer) => {
    const schema = read(resolveNode(document, pointer));
    return (value) =>
      findSchemaIssues(schema, value)
        .slice(0, maxViolations)
        .map(({ path, message }) => ({ pointer: pointerOf(path), message }));
  };
}
