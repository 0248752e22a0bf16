import type { JsonObject } from "../../src/json-value.ts";

/** Creates a small deterministic random number generator (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a number from 0 up to 1, exclusive. */
export type Random = () => number;

/** Returns a random item. */
function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

const values = [null, true, false, 0, 1, 2, 2.5, 10, "", "a", "ab", "abc", "b1", [], [1], ["a"], [1, 1], {}];

/** Creates a schema with a few keywords, nested up to the depth. */
export function randomSchema(random: Random, depth: number): JsonObject | boolean {
  const kind = random();
  if (kind < 0.03) return random() < 0.5;
  if (depth > 0 && kind < 0.3) return combination(random, depth);
  if (kind < 0.4)
    return { enum: [...new Set([pick(random, values), pick(random, values), pick(random, values)])] };
  const type = pick(random, ["null", "boolean", "integer", "number", "string", "array", "object", "object"]);
  const isTyped = random() < 0.85;
  return {
    ...(isTyped ? { type: random() < 0.2 && type !== "null" ? [type, "null"] : type } : {}),
    ...keywordsOf(random, type, depth),
  };
}

function combination(random: Random, depth: number): JsonObject {
  const members = () =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () => randomSchema(random, depth - 1));
  const one = () => randomSchema(random, depth - 1);
  return pick(random, [
    () => ({ allOf: members() }),
    () => ({ anyOf: members() }),
    () => ({ oneOf: members() }),
    () => ({ not: one() }),
    () => ({ ...objectOfBase(one()), anyOf: members() }),
    () => Object.fromEntries(["if", "then", "else"].map((key) => [key, one()])),
  ])();
}

function objectOfBase(schema: JsonObject | boolean): JsonObject {
  return typeof schema === "boolean" ? {} : schema;
}

function keywordsOf(random: Random, type: string, depth: number): JsonObject {
  const some = (value: JsonObject, chance = 0.5): JsonObject => (random() < chance ? value : {});
  if (type === "integer" || type === "number") {
    return {
      ...some({ minimum: pick(random, [0, 1, 2]) }),
      ...some({ exclusiveMaximum: pick(random, [2, 2.5, 10]) }, 0.3),
      ...some({ maximum: pick(random, [1, 2, 10]) }, 0.3),
      ...some({ multipleOf: pick(random, [1, 2, 0.5]) }, 0.3),
    };
  }
  if (type === "string") {
    return {
      ...some({ minLength: pick(random, [0, 1, 2]) }),
      ...some({ maxLength: pick(random, [1, 2, 3]) }),
      ...some({ pattern: pick(random, ["^a", "b$", "^[a-z]+$", "^\\w*$", "\\d"]) }, 0.4),
    };
  }
  if (type === "array" && depth > 0) {
    return {
      ...some({ items: randomSchema(random, depth - 1) }),
      // Generate only one of `contains` and `prefixItems`: with both, Ajv 8 accepts an empty array.
      ...(random() < 0.6
        ? some({ prefixItems: [randomSchema(random, depth - 1)] })
        : some({ contains: randomSchema(random, depth - 1) })),
      ...some({ minItems: pick(random, [0, 1]) }, 0.3),
      ...some({ maxItems: pick(random, [1, 2]) }, 0.3),
      ...some({ uniqueItems: true }, 0.2),
    };
  }
  return type === "object" && depth > 0 ? objectKeywords(random, depth) : {};
}

function objectKeywords(random: Random, depth: number): JsonObject {
  const some = (value: () => JsonObject, chance = 0.5): JsonObject => (random() < chance ? value() : {});
  const one = () => randomSchema(random, depth - 1);
  return {
    ...some(() => ({ properties: { a: one(), ...(random() < 0.5 ? { b: one() } : {}) } }), 0.8),
    ...some(() => ({ required: random() < 0.5 ? ["a"] : ["a", "b"] }), 0.4),
    ...some(() => ({ additionalProperties: random() < 0.5 ? false : one() }), 0.3),
    ...some(() => ({ patternProperties: { "^x": one() } }), 0.2),
    ...some(() => ({ unevaluatedProperties: random() < 0.5 ? false : one() }), 0.15),
    ...some(() => ({ propertyNames: { maxLength: 1 } }), 0.1),
    ...some(() => ({ dependentRequired: { a: ["b"] } }), 0.1),
    ...some(() => ({ dependentSchemas: { a: one() } }), 0.1),
    ...some(() => ({ minProperties: 1 }), 0.1),
    ...some(() => ({ maxProperties: 1 }), 0.1),
  };
}

/** Creates a value that may or may not fit. */
export function randomValue(random: Random, depth: number): unknown {
  const kind = random();
  if (depth > 0 && kind < 0.35) {
    const names = ["a", "b", "x", "xy", "c"].filter(() => random() < 0.4);
    return Object.fromEntries(names.map((name) => [name, randomValue(random, depth - 1)]));
  }
  if (depth > 0 && kind < 0.5) {
    return Array.from({ length: Math.floor(random() * 3) }, () => randomValue(random, depth - 1));
  }
  return pick(random, values);
}

/** Changes or removes one keyword, value or member of the schema. */
export function changedSchema(random: Random, schema: JsonObject | boolean): JsonObject | boolean {
  const copy = structuredClone(schema);
  const spots = spotsIn(copy);
  if (spots.length === 0) return copy;
  const { holder, key } = pick(random, spots);
  const value = holder[key];
  if (typeof value === "number" && !Array.isArray(holder)) holder[key] = value + 1;
  else if (!Array.isArray(holder)) delete holder[key];
  else if (holder.length > 1) holder.splice(Number(key), 1);
  return copy;
}

function spotsIn(value: unknown): { holder: JsonObject; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    { holder: value as JsonObject, key },
    ...spotsIn(child),
  ]);
}
