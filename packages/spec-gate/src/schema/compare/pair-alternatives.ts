import { fingerprint } from "../../document/fingerprint.ts";
import { isObject, shortText } from "../../json-value.ts";
import type { Alternative, Schema } from "../alternatives/alternative.ts";
import { discriminatorValues, nameOf } from "../alternatives/discriminator.ts";

/** The alternatives of two unions that are versions of each other, and those without a counterpart. */
export interface Pairing {
  readonly pairs: readonly (readonly [Alternative, Alternative])[];
  readonly onlyA: readonly Alternative[];
  readonly onlyB: readonly Alternative[];
}

// The share of properties that two alternatives must have in common to count as versions of each other.
const leastLikeness = 0.5;

/**
 * Pairs alternatives by discriminator value, then by name, by distinguishing constant, by content, and finally by
 * similarity, so that a broad sibling is not mistaken for a changed narrow one.
 */
export function pairAlternatives(a: readonly Alternative[], b: readonly Alternative[]): Pairing {
  const rest = { a: [...a], b: [...b] };
  const pairs: [Alternative, Alternative][] = [];
  const take = (one: Alternative, other: Alternative) => {
    pairs.push([one, other]);
    rest.a.splice(rest.a.indexOf(one), 1);
    rest.b.splice(rest.b.indexOf(other), 1);
  };
  const pairUp = (isPair: (one: Alternative, other: Alternative) => boolean) => {
    for (const one of [...rest.a]) {
      const other = rest.b.find((each) => isPair(one, each));
      if (other) take(one, other);
    }
  };
  const [keysA, keysB] = [keysOf(a), keysOf(b)];
  const shares = (kind: keyof Keys) => (one: Alternative, other: Alternative) => {
    const wanted = keysB.get(other)?.[kind] ?? [];
    return (keysA.get(one)?.[kind] ?? []).some((key) => wanted.includes(key));
  };
  pairUp(shares("values"));
  // Those left with another discriminator value are other variants, whatever else they share.
  const areToldApart = (one: Alternative, other: Alternative) =>
    haveSameProperty(keysA.get(one)?.values, keysB.get(other)?.values);
  for (const kind of ["name", "constants", "words"] as const)
    pairUp((one, other) => !areToldApart(one, other) && shares(kind)(one, other));
  const areOthers = (one: Alternative, other: Alternative) =>
    areOtherVariants(keysA.get(one), keysB.get(other));
  for (const [one, other] of byLikeness(rest.a, rest.b)) {
    if (rest.a.includes(one) && rest.b.includes(other) && !areOthers(one, other)) take(one, other);
  }
  return { pairs, onlyA: rest.a, onlyB: rest.b };
}

interface Keys {
  /** Its discriminator values. */
  readonly values: readonly string[];
  readonly name: readonly string[];
  /** The constants of required properties that not all siblings share. */
  readonly constants: readonly string[];
  /** Its members as text. */
  readonly words: readonly string[];
}

function keysOf(alternatives: readonly Alternative[]): Map<Alternative, Keys> {
  const constants = new Map(alternatives.map((each) => [each, constantsOf(each)]));
  const isShared = (key: string) => [...constants.values()].every((keys) => keys.includes(key));
  return new Map(
    alternatives.map((each) => {
      const names = each.variants.map(({ member }) => nameOf(member));
      return [
        each,
        {
          values: each.variants.flatMap((variant) => discriminatorValues(variant) ?? []),
          name: names.every((name) => name !== undefined) ? [names.join(" ")] : [],
          constants: (constants.get(each) ?? []).filter((key) => !isShared(key)),
          words: [each.variants.map(({ member }) => wordsOf(member)).join(" ")],
        },
      ];
    }),
  );
}

function wordsOf(schema: Schema): string {
  return isObject(schema) ? String(fingerprint(schema)) : String(schema);
}

/** Returns `kind: "cat"` for each required property with a few listed values. */
export function constantsOf({ objects, required }: Alternative): string[] {
  return objects.flatMap(({ properties }) =>
    [...properties]
      .filter(([name]) => required.includes(name))
      .flatMap(([name, schema]) => listedIn(schema).map((value) => `${name}: ${shortText(value)}`)),
  );
}

function listedIn(schema: Schema): readonly unknown[] {
  if (!isObject(schema)) return [];
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) && schema.enum.length <= 5 ? schema.enum : [];
}

/**
 * Whether a discriminator or a constant shows that one is not a version of the other: equal values have paired them
 * before.
 */
function areOtherVariants(a: Keys | undefined, b: Keys | undefined): boolean {
  return haveSameProperty(a?.values, b?.values) || haveSameProperty(a?.constants, b?.constants);
}

/** Whether both have a key of the same property. */
function haveSameProperty(a: readonly string[] = [], b: readonly string[] = []): boolean {
  const propertyOf = (key: string) => key.slice(0, key.indexOf(":"));
  return a.some((key) => b.some((other) => propertyOf(other) === propertyOf(key)));
}

/** Returns the pairs that share enough properties, most similar and nearest first. */
function byLikeness(a: readonly Alternative[], b: readonly Alternative[]): [Alternative, Alternative][] {
  const all = a.flatMap((one, inA) =>
    b.map((other, inB) => ({ one, other, score: likeness(one, other), gap: Math.abs(inA - inB) })),
  );
  const enough = all.filter(({ score }) => score >= leastLikeness);
  enough.sort((x, y) => y.score - x.score || x.gap - y.gap);
  return enough.map(({ one, other }) => [one, other]);
}

function likeness(a: Alternative, b: Alternative): number {
  if (a.types[0] !== "object") return 1;
  const [namesA, namesB] = [propertyNames(a), propertyNames(b)];
  const all = new Set([...namesA, ...namesB]);
  if (all.size === 0) return 1;
  return [...namesA].filter((name) => namesB.has(name)).length / all.size;
}

function propertyNames({ objects, required }: Alternative): Set<string> {
  return new Set([...required, ...objects.flatMap(({ properties }) => [...properties.keys()])]);
}

/** Whether both have constants under the same name but none in common. */
export function haveOtherConstants(a: Alternative, b: Alternative): boolean {
  const [inA, inB] = [constantsOf(a), constantsOf(b)];
  return haveSameProperty(inA, inB) && !inA.some((key) => inB.includes(key));
}

/**
 * The label of an alternative in messages: the first of its name, discriminator value, constant, title and
 * properties.
 */
export function labelOf(alternative: Alternative): string {
  const { variants, types } = alternative;
  const name = variants.map(({ member }) => nameOf(member)).findLast((each) => each !== undefined);
  const [value] = variants.flatMap((variant) => discriminatorValues(variant) ?? []);
  // Two versions of a union may give the same member another value.
  if (name !== undefined)
    return value === undefined || value.endsWith(`: ${name}`) ? name : `${name} (${value})`;
  const [constant] = constantsOf(alternative);
  const titles = variants.map(({ member }) => (isObject(member) ? member.title : undefined));
  const title = titles.findLast(Boolean);
  const own = value ?? constant ?? title;
  if (own !== undefined) return String(own);
  const names = [...propertyNames(alternative)].slice(0, 3).join(", ");
  return names === "" ? `any ${types[0]}` : `${types[0]} with ${names}`;
}
