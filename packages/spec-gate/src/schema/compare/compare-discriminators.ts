import { subtypesOf } from "../../document/components.ts";
import { isObject, type JsonObject } from "../../json-value.ts";
import type { Conjunction } from "../alternatives/alternative.ts";
import { type Discriminator, discriminatorOf, mappingOf } from "../alternatives/discriminator.ts";
import { type Comparison, reason, type SchemaContext, turned } from "./comparison.ts";
import type { Reason } from "./reason.ts";
import type { Found } from "./schema-pair.ts";

/** Returns what changed in how a discriminator identifies a value's variant. */
export function compareDiscriminators(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[] {
  const { direction } = comparison;
  const [base, revision] = turned(direction, [discriminatorOf(a), discriminatorOf(b)]);
  if (!base) return [];
  if (!revision && base.isInherited) return [];
  if (!revision) return [reason(comparison, "discriminator", sides(comparison, base.property, "none"))];
  if (base.property !== revision.property) {
    return [reason(comparison, "discriminator", sides(comparison, base.property, revision.property))];
  }
  const [ofA, ofB] = turned(direction, [base, revision]);
  const lost = [...ofA.variants].filter(([value, name]) => isLost(value, name, ofA, ofB));
  return lost.map(([value]) =>
    reason(comparison, "discriminator", { a: meaning(value, ofA), b: meaning(value, ofB) }),
  );
}

/**
 * A value is lost if `b` knows its schema by a different value, or if the value there means another schema that `a`
 * has too. A missing schema is reported as a removed variant instead.
 */
function isLost(value: string, name: string, a: Discriminator, b: Discriminator): boolean {
  const other = b.variants.get(value);
  const isKnown = [...b.variants.values()].includes(name);
  if (other === undefined) return isKnown;
  return other !== name && [...a.variants.values()].includes(other);
}

function meaning(value: string, { variants }: Discriminator): string {
  return `${value} is ${variants.get(value) ?? "unknown"}`;
}

function sides(comparison: Comparison, base: string, revision: string): { a: string; b: string } {
  const [a, b] = turned(comparison.direction, [base, revision]);
  return { a, b };
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
