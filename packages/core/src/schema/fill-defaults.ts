import type { SchemaNode } from "./schema-node.ts";

/** Adds the properties that a value leaves out and whose schemas have a default, at every depth. */
export function fillDefaults(schema: SchemaNode, value: unknown): void {
  const node = schema.$ref?.() ?? schema;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) fillDefaults(node.items ?? {}, item);
    return;
  }
  const { properties = {}, additionalProperties } = node;
  const members = value as Record<string, unknown>;
  for (const [name, property] of Object.entries(properties)) {
    const { default: filled } = property.$ref?.() ?? property;
    if (!Object.hasOwn(members, name) && filled !== undefined) members[name] = structuredClone(filled);
  }
  for (const [name, member] of Object.entries(members)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (typeof part === "object") fillDefaults(part, member);
  }
}
