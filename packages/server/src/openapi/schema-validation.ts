import {
  createSchemaReader,
  cutPointer,
  escapePointer,
  fillDefaults,
  findSchemaIssues,
  type SchemaIssue,
} from "@compute-host/core";
import { resolveNode, type SpecDocument } from "./spec-document.ts";

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Largest number of places listed; the rest is usually more of the same. */
export const maxViolations = 20;

/** Lists the places where a value breaks a schema, {@link maxViolations} at most; nothing is converted. */
export type SchemaCheck = (value: unknown) => readonly Violation[];

/** Options of a {@link SchemaCompiler}. */
export interface CheckOptions {
  /** Whether the check adds the properties that a value leaves out and whose schemas have a `default`. @default false */
  readonly fillsDefaults?: boolean;
}

/** Compiles a schema of the spec, which a pointer names, for example `/components/schemas/Computer`. */
export type SchemaCompiler = (pointer: string, options?: CheckOptions) => SchemaCheck;

/** Makes a compiler of the schemas of a description. */
export function createSchemaCompiler(document: SpecDocument): SchemaCompiler {
  const read = createSchemaReader((reference) => resolveNode(document, reference.slice(1)));
  return (pointer, { fillsDefaults = false } = {}) => {
    const schema = read(resolveNode(document, pointer));
    return (value) => {
      if (fillsDefaults) fillDefaults(schema, value);
      return findSchemaIssues(schema, value).slice(0, maxViolations).map(violationOf);
    };
  };
}

function violationOf({ path, message }: SchemaIssue): Violation {
  return { pointer: cutPointer(path.map((key) => escapePointer(String(key))).join("")), message };
}
