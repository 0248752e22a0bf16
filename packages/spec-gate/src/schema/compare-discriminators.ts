import { arrayOf, isObject, objectOf } from "../json-value.ts";
import type { Conjunction } from "./alternative.ts";
import { annotationOf } from "./annotation.ts";
import { type Comparison, reason, type SchemaContext } from "./comparison.ts";
import type { Reason } from "./reason.ts";

/** The effect of a discriminator: which property, and which schema stands for which of its values. */
interface Discriminator {
  readonly property: string;
  readonly variants: ReadonlyMap<string, string>;
}

/** What changed in how a value's variant is told, between the older and the newer side. */
export function compareDiscriminators(
  a: Conjunction,
  b: Conjunction,
  comparison: Comparison,
  context: SchemaContext,
): Reason[] {
  const [older, newer] = comparison.direction === "response" ? [b, a] : [a, b];
  const before = discriminatorOf(older, context);
  const after = discriminatorOf(newer, context);
  if (!before) return [];
  if (!after) return [reason(comparison, "discriminator", sides(comparison, before.property, "none"))];
  if (before.property !== after.property) {
    return [reason(comparison, "discriminator", sides(comparison, before.property, after.property))];
  }
  const [sent, read] = comparison.direction === "response" ? [after, before] : [before, after];
  const lost = [...sent.variants].filter(([value, name]) => isLost(value, name, sent, read));
  return lost.map(([value]) =>
    reason(comparison, "discriminator", sides(comparison, meaning(value, before), meaning(value, after))),
  );
}

/** A value is lost when it stands for nothing on the side that reads it, or for another schema that is sent too. */
function isLost(value: string, name: string, sent: Discriminator, read: Discriminator): boolean {
  const other = read.variants.get(value);
  if (other === undefined) return true;
  return other !== name && [...sent.variants.values()].includes(other);
}

function meaning(value: string, { variants }: Discriminator): string {
  return `${value} is ${variants.get(value) ?? "unknown"}`;
}

function sides(comparison: Comparison, older: string, newer: string): { a: string; b: string } {
  return comparison.direction === "response" ? { a: newer, b: older } : { a: older, b: newer };
}

function discriminatorOf(schemas: Conjunction, context: SchemaContext): Discriminator | undefined {
  const found = annotationOf(schemas, "discriminator");
  if (!isObject(found) || typeof found.propertyName !== "string") return undefined;
  const variants = new Map<string, string>();
  const mapped = new Map(
    Object.entries(objectOf(found.mapping)).map(([value, target]) => [
      value,
      String(target).split("/").at(-1) ?? "",
    ]),
  );
  for (const member of membersOf(schemas)) {
    const name = isObject(member) ? context.nameOf(member) : undefined;
    if (name !== undefined && ![...mapped.values()].includes(name)) variants.set(name, name);
  }
  for (const [value, target] of mapped) variants.set(value, target);
  return { property: found.propertyName, variants };
}

function membersOf(schemas: Conjunction, depth = 0): unknown[] {
  return schemas.flatMap((schema) => {
    if (!isObject(schema) || depth > 3) return [];
    const own = [...arrayOf(schema.oneOf), ...arrayOf(schema.anyOf)];
    return [...own, ...membersOf(arrayOf(schema.allOf) as Conjunction, depth + 1)];
  });
}
