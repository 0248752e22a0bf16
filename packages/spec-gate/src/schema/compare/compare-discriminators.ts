import { subtypesOf } from "../../document/components.ts";
import { isObject, type JsonObject } from "../../json-value.ts";
import type { Conjunction } from "../alternatives/alternative.ts";
import { type Discriminator, discriminatorOf, mappingOf } from "../alternatives/discriminator.ts";
import { type Comparison, reason, type SchemaContext } from "./comparison.ts";
import type { Reason } from "./reason.ts";
import type { Found } from "./schema-pair.ts";

/** Returns what changed in how a discriminator identifies a value's variant. */
export function compareDiscriminators(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
  const [older, newer] = comparison.direction === "response" ? [b, a] : [a, b];
  const before = discriminatorOf(older);
  const after = discriminatorOf(newer);
  if (!before) return [];
  if (!after && before.isInherited) return [];
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

/**
 * A value is lost if the reading side knows its schema by a different value, or if the value there means another
 * schema that is sent too. A missing schema is reported as a removed variant instead.
 */
function isLost(value: string, name: string, sent: Discriminator, read: Discriminator): boolean {
  const other = read.variants.get(value);
  const isKnown = [...read.variants.values()].includes(name);
  if (other === undefined) return isKnown;
  return other !== name && [...sent.variants.values()].includes(other);
}

function meaning(value: string, { variants }: Discriminator): string {
  return `${value} is ${variants.get(value) ?? "unknown"}`;
}

function sides(comparison: Comparison, older: string, newer: string): { a: string; b: string } {
  return comparison.direction === "response" ? { a: newer, b: older } : { a: older, b: newer };
}

/**
 * Compares the components that extend a schema with `allOf` and that its discriminator distinguishes: any of them
 * may be sent in its place.
 */
export function compareSubtypes(
  a: Conjunction,
  b: Conjunction,
  comparison: Comparison,
  context: SchemaContext,
): Found[] {
  const [inA, inB] = [variantsOf(a), variantsOf(b)];
  if (!inA || !inB) return [];
  return [...inA].flatMap(([value, schema]) => {
    const match = inB.get(value);
    const place = { ...comparison, at: [...comparison.at, value] };
    if (match) return context.compare([schema], [match], place);
    return [reason(place, "variant", { a: value })];
  });
}

function variantsOf(schemas: Conjunction): Map<string, JsonObject> | undefined {
  const [only, ...others] = schemas;
  if (!isObject(only) || others.length > 0 || !isObject(only.discriminator)) return undefined;
  const mapped = [...mappingOf(only.discriminator)];
  return new Map(
    subtypesOf(only).flatMap(({ name, schema }) => {
      const values = mapped.filter(([, target]) => target === name).map(([value]) => value);
      return (values.length > 0 ? values : [name]).map((value) => [value, schema] as const);
    }),
  );
}
