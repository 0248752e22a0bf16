import { findSchemaIssues, type SchemaNode } from "@compute-host/core";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** Makes a Standard Schema validator (https://standardschema.dev) of a schema. It does not change the value that it validates. */
export function standardSchema<T>(node: SchemaNode): StandardSchemaV1<unknown, T> {
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    const issues = findSchemaIssues(node, value);
    return issues.length > 0 ? { issues } : { value: value as T };
  };
  return { "~standard": { version: 1, vendor: "@compute-host/client", validate } };
}
