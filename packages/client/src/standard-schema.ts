import type { StandardSchemaV1 } from "@standard-schema/spec";
import { findSchemaIssues } from "./schema-issues.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Makes a Standard Schema validator (https://standardschema.dev) of a schema; it changes nothing of what it validates. */
export function standardSchema<T>(node: SchemaNode): StandardSchemaV1<unknown, T> {
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    const issues = findSchemaIssues(node, value);
    return issues.length > 0 ? { issues } : { value: value as T };
  };
  return { "~standard": { version: 1, vendor: "@compute-host/client", validate } };
}
