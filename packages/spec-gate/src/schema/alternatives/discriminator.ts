import { componentName } from "../../document/components.ts";
import { arrayOf, isObject, type JsonObject, objectOf } from "../../json-value.ts";
import type { Conjunction, Schema, Variant } from "./alternative.ts";
import { annotationOf } from "./annotation.ts";

/** A discriminator's property, and the schema for each of its values. */
export interface Discriminator {
  readonly property: string;
  readonly variants: ReadonlyMap<string, string>;
  /** Whether it is written in a parent of the members rather than in their union. */
  readonly isInherited: boolean;
}

/** Finds the discriminator of a union, with the schema for each of its values. */
export function discriminatorOf(schemas: Conjunction): Discriminator | undefined {
  const members = membersOf(schemas);
  const own = annotationOf(schemas, "discriminator");
  const found = isObject(own) ? own : parentDiscriminator(members);
  if (!isObject(found) || typeof found.propertyName !== "string") return undefined;
  const names = members.map(nameOf).filter((name) => name !== undefined);
  const isInherited = found !== own;
  // A parent also maps children that the union does not have.
  const mapped = new Map([...mappingOf(found)].filter(([, name]) => !isInherited || names.includes(name)));
  // A member that the mapping does not have is identified by its name.
  const unmapped = names.filter((name) => ![...mapped.values()].includes(name));
  const variants = new Map([...unmapped.map((name) => [name, name] as const), ...mapped]);
  return { property: found.propertyName, variants, isInherited };
}

const discriminators = new WeakMap<object, JsonObject | false>();

/** The discriminator of a union: its own, or that of a parent that all its members extend. */
export function unionDiscriminator(union: JsonObject): JsonObject | undefined {
  if (isObject(union.discriminator)) return union.discriminator;
  const found = discriminators.get(union) ?? parentDiscriminator(membersOf([union])) ?? false;
  discriminators.set(union, found);
  return found || undefined;
}

function parentDiscriminator(members: readonly unknown[]): JsonObject | undefined {
  const others = members.filter((member) => !isObject(member) || member.type !== "null");
  const [first, ...rest] = others.map((member) => annotationOf([member as Schema], "discriminator"));
  return isObject(first) && rest.length > 0 && rest.every((each) => each === first) ? first : undefined;
}

/**
 * `property: value` for each discriminator value of the member; `undefined` without a discriminator or a name of the
 * member.
 */
export function discriminatorValues({ union, member }: Variant): readonly string[] | undefined {
  const discriminator = unionDiscriminator(union);
  if (typeof discriminator?.propertyName !== "string") return undefined;
  const name = nameOf(member);
  if (name === undefined) return undefined;
  const values = [...mappingOf(discriminator)]
    .filter(([, target]) => target === name)
    .map(([value]) => value);
  return (values.length > 0 ? values : [name]).map((value) => `${discriminator.propertyName}: ${value}`);
}

/** The name of the schema's component. */
export function nameOf(schema: unknown): string | undefined {
  return isObject(schema) ? componentName(schema) : undefined;
}

/** Maps each value to a component name; a mapping contains names or references. */
export function mappingOf(discriminator: unknown): Map<string, string> {
  const entries = Object.entries(objectOf(objectOf(discriminator).mapping));
  return new Map(entries.map(([value, target]) => [value, String(target).split("/").at(-1) ?? ""]));
}

/** How deep unions are searched for members: schemas may contain themselves. */
const maxDepth = 3;

/** The members of unions, and of unions without a name inside them. One with a name is a member itself. */
function membersOf(schemas: Conjunction, depth = 0): unknown[] {
  return schemas.flatMap((schema: Schema) => {
    if (!isObject(schema) || depth > maxDepth) return [];
    const own = [...arrayOf(schema.oneOf), ...arrayOf(schema.anyOf)].flatMap((member) => {
      const inner = membersOf([member as Schema], depth + 1);
      return nameOf(member) === undefined && inner.length > 0 ? inner : [member];
    });
    return [...own, ...membersOf(arrayOf(schema.allOf) as Conjunction, depth + 1)];
  });
}
