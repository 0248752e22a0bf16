import { isObject, type JsonObject } from "../json-value.ts";
import { alternativeAccepts } from "../schema/accepts.ts";
import type { Alternative, Conjunction, Schema } from "../schema/alternative.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { mappingOf, nameOf, unionDiscriminator } from "../schema/discriminator.ts";
import { objectView } from "../schema/object-view.ts";
import { textsOf } from "./texts.ts";

const maxDepth = 6;
const maxItems = 1_000;
// How many values of a property or an item are tried inside an object or array.
const maxInner = 12;

const plainValues = [null, true, false, 0, 1, "text", "", [], {}, [null], { a: null }];

/**
 * Values that some of the schemas may accept and others refuse, the smallest first: a guess from their keywords, which
 * a validator has to confirm.
 */
export function* valuesOf(
  schemas: Conjunction,
  hints: readonly Schema[],
  depth = 0,
): Generator<unknown, undefined> {
  const own = alternativesOf(schemas);
  const named = [...own, ...hints.flatMap((hint) => alternativesOf([hint]))];
  const all = [...named, ...named.flatMap(({ nots }) => nots.flatMap((not) => alternativesOf([not])))];
  const ofType = (type: string) => all.filter(({ types }) => types[0] === type);
  yield* all.flatMap(({ values }) => values ?? []);
  yield* own.map((each) => sampleOf(each, depth));
  yield* plainValues;
  if (ofType("number").length > 0) yield* numbersOf(ofType("number"));
  if (ofType("string").length > 0) yield* textsOf(ofType("string"));
  if (depth > 2) return;
  yield* arraysOf(ofType("array"), depth);
  yield* objectsOf(ofType("object"), { own: own.filter(({ types }) => types[0] === "object"), depth });
}

/** Numbers at and around every bound, and multiples of every factor there. */
function numbersOf(alternatives: readonly Alternative[]): number[] {
  const named = alternatives.flatMap(({ lowest, highest }) => [lowest.value, highest.value]);
  const bounds = [0, ...named.filter(Number.isFinite)];
  const factors = [1, ...alternatives.flatMap(({ multiplesOf }) => multiplesOf)].filter((each) => each > 0);
  const near = [0, -1, 1, 0.5, -0.5].flatMap((step) => bounds.map((bound) => bound + step));
  const multiples = factors.flatMap((factor) =>
    bounds.flatMap((bound) =>
      [-2, -1, 0, 1, 2, 3, 5, 7].map((step) => (Math.round(bound / factor) + step) * factor),
    ),
  );
  const large = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e20, -1e20];
  return [...new Set([...near, ...multiples, 0.001, ...large])];
}

function* arraysOf(alternatives: readonly Alternative[], depth: number): Generator<unknown> {
  const counts = alternatives.flatMap(({ itemCount }) => itemCount).filter(Number.isFinite);
  const sizes = new Set([0, 1, 2, ...counts.flatMap((size) => [size - 1, size, size + 1])]);
  const listed = [...sizes].filter((size) => size >= 0 && size <= maxItems).sort((a, b) => a - b);
  for (const alternative of alternatives) {
    for (const size of listed) yield arrayOfSize(alternative, size, depth);
    const item = itemSchemas(alternative, 0);
    const extra = alternative.contains.map(({ schema }) => schema);
    const first = arrayOfSize(alternative, Math.max(1, alternative.itemCount[0]), depth);
    for (const value of firstOf(valuesOf(item, extra, depth + 1), maxInner)) {
      yield [value];
      yield [value, value];
      yield [...first, value];
    }
  }
}

function* objectsOf(
  alternatives: readonly Alternative[],
  { own, depth }: { readonly own: readonly Alternative[]; readonly depth: number },
): Generator<unknown> {
  const views = alternatives.map((each) => objectView(each, "plain"));
  const ownViews = own.map((each) => objectView(each, "plain"));
  // Its sender does not know a property that only the other version declares.
  const isSendable = (name: string) =>
    ownViews.some((view) => view.isDeclared(name)) || views.every((view) => !view.isDeclared(name));
  const names = [...new Set(alternatives.flatMap(namesIn))].filter(isSendable);
  const valuesFor = (name: string) => {
    const [first = [], ...others] = views.map((view) => view.schemasOf(name));
    return firstOf(valuesOf(first, others.flat(), depth + 1), maxInner);
  };
  const bases = alternatives.map((each) => sampleOf(each, depth)).filter(isObject);
  for (const base of bases) {
    for (const name of Object.keys(base)) yield without(base, name);
    for (const name of names) for (const value of valuesFor(name)) yield { ...base, [name]: value };
  }
  const counts = alternatives.flatMap(({ propertyCount }) => propertyCount).filter(Number.isFinite);
  const most = Math.min(maxItems, Math.max(3, ...counts) + 1);
  const numberedNames = Array.from({ length: most }, (_, number) => `a${number}`);
  for (const [index, base] of bases.entries()) {
    const valueFor = (name: string) => sampleOfAll(views[index]?.schemasOf(name) ?? [], depth + 1);
    for (const added of [numberedNames, names]) {
      const grown = new Map(Object.entries(base));
      for (const name of added) {
        if (!grown.has(name)) grown.set(name, valueFor(name));
        if (grown.size <= 8 || counts.some((count) => Math.abs(count - grown.size) <= 1))
          yield Object.fromEntries(grown);
      }
      if (added === names) for (const name of names) yield without(Object.fromEntries(grown), name);
    }
  }
}

/** The names of properties that an alternative is about, and some that it is not. */
function namesIn({ objects, required, propertyNames, dependencies }: Alternative): string[] {
  const declared = objects.flatMap(({ properties }) => [...properties.keys()]);
  const matching = objects.flatMap(({ patterns }) =>
    textsOf(patterns.flatMap(([pattern]) => alternativesOf([{ type: "string", pattern }]))).slice(
      0,
      maxInner,
    ),
  );
  const allowed = propertyNames.length > 0 ? textsOf(alternativesOf(propertyNames)).slice(0, maxInner) : [];
  const conditions = dependencies.map(([name]) => name);
  return [...declared, ...required, ...conditions, ...matching, ...allowed, "extra", "Extra 1"];
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}

/** The schemas of an item at an index. */
export function itemSchemas({ arrays }: Alternative, index: number): Schema[] {
  return arrays.flatMap(({ prefix, rest }) => {
    const schema = index < prefix.length ? prefix[index] : rest;
    return schema === undefined ? [] : [schema];
  });
}

/** Whether a value is valid against the alternative, as far as the gate can tell. */
function isFitting(alternative: Alternative, value: unknown): boolean {
  try {
    return alternativeAccepts(alternative, value);
  } catch (error) {
    // Members of a union that extend the union exclude each other without end; the validator decides.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

const usualTypes = ["string", "number", "object", "boolean", "array", "null"];

/** A valid value of the schemas, as far as the gate can tell; the smallest that it finds. */
export function sampleOfAll(schemas: Conjunction, depth = 0): unknown {
  const alternatives = depth > maxDepth ? [] : alternativesOf(schemas);
  const rank = ({ types }: Alternative) => usualTypes.indexOf(String(types[0]));
  for (const alternative of alternatives.toSorted((a, b) => rank(a) - rank(b))) {
    const value = sampleOf(alternative, depth);
    if (isFitting(alternative, value)) return value;
  }
  return null;
}

/** A value of an alternative. */
export function sampleOf(alternative: Alternative, depth = 0): unknown {
  const { types, values, itemCount } = alternative;
  const fits = (value: unknown) => isFitting(alternative, value);
  if (values) return values.find(fits) ?? values[0];
  if (types[0] === "number") return numbersOf([alternative]).find(fits) ?? 0;
  if (types[0] === "string") return textsOf([alternative]).find((each) => each !== "" && fits(each)) ?? "";
  if (types[0] === "array") return arrayOfSize(alternative, itemCount[0], depth);
  if (types[0] === "object") return objectOfSize(alternative, depth);
  return types[0] === "boolean";
}

/** An array with this many items, which differ if they have to and can. */
export function arrayOfSize(alternative: Alternative, size: number, depth: number): unknown[] {
  const { hasUniqueItems, contains } = alternative;
  const items: unknown[] = contains.flatMap(({ schema, min }) =>
    Array.from({ length: Math.min(min, maxItems) }, () => sampleOfAll([schema], depth + 1)),
  );
  if (!hasUniqueItems) {
    for (let index = items.length; index < size; index++)
      items.push(sampleOfAll(itemSchemas(alternative, index), depth + 1));
    return items;
  }
  const known = new Set(items.map((item) => JSON.stringify(item)));
  const others = valuesOf(itemSchemas(alternative, items.length), [], depth + 1);
  for (const value of [...numbered(size), ...others]) {
    if (items.length >= size) break;
    const schemas = itemSchemas(alternative, items.length);
    const fits = alternativesOf(schemas).some((each) => isFitting(each, value));
    if (fits && !known.has(JSON.stringify(value))) items.push(value);
    known.add(JSON.stringify(value));
  }
  return items;
}

function numbered(size: number): unknown[] {
  return Array.from({ length: Math.min(size, maxItems) }, (_, index) => [index, `item${index}`]).flat();
}

function objectOfSize(alternative: Alternative, depth: number): JsonObject {
  const view = objectView(alternative, "plain");
  const names = new Set([...alternative.required, ...view.names, "a", "b", "c", "d"]);
  const least = Math.max(alternative.required.length, alternative.propertyCount[0]);
  const chosen = [...names].filter((name) => !view.isForbidden(name)).slice(0, least);
  const entries = chosen.map((name) => [name, sampleOfAll(view.schemasOf(name), depth + 1)]);
  return { ...Object.fromEntries(entries), ...tagsOf(alternative) };
}

/** The properties that tell the alternative from others of its unions. */
function tagsOf({ variants }: Alternative): JsonObject {
  const tags = variants.flatMap(({ union, member }) => {
    const discriminator = unionDiscriminator(union);
    const name = nameOf(member);
    if (discriminator === undefined || name === undefined) return [];
    const [tag = name] = [...mappingOf(discriminator)].find(([, target]) => target === name) ?? [];
    return [[String(discriminator.propertyName), tag] as const];
  });
  return Object.fromEntries(tags);
}

function firstOf(values: Iterable<unknown>, count: number): unknown[] {
  const found: unknown[] = [];
  for (const value of values) {
    if (found.length >= count) break;
    found.push(value);
  }
  return found;
}
