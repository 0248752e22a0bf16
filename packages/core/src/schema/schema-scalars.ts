import { textFormats } from "./formats.gen.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Describes what is wrong with a string. */
export function stringIssues(schema: SchemaNode, value: string): string[] {
  const { minLength = 0, maxLength, pattern, format = "" } = schema;
  const issues: string[] = [];
  // Lengths count Unicode code points (JSON Schema validation, section 6.3).
  const length = /[\ud800-\udfff]/.test(value) ? [...value].length : value.length;
  if (length < minLength) {
    issues.push(`must have at least ${minLength} character${minLength === 1 ? "" : "s"}`);
  }
  if (maxLength !== undefined && length > maxLength) issues.push(`must have at most ${maxLength} characters`);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) issues.push(`must match ${pattern}`);
  const known = Object.hasOwn(textFormats, format) ? textFormats[format] : undefined;
  if (known && !known.test(value)) issues.push(known.message);
  return issues;
}

/** Describes what is wrong with a number. */
export function numberIssues(schema: SchemaNode, value: number): string[] {
  const { minimum, maximum } = schema;
  const issues: string[] = [];
  if (minimum !== undefined && value < minimum) issues.push(`must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) issues.push(`must be at most ${maximum}`);
  return issues;
}
