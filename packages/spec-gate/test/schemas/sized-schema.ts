import type { JsonObject } from "../../src/json-value.ts";
import { pick, type Random } from "./random-schema.ts";

/** Bounds from zero to far beyond the counting limit, including those around powers and limits. */
const sizes = [0, 1, 2, 3, 10, 63, 64, 255, 599, 600, 601, 1_000, 5_000, 10_240, 65_535, 65_536, 100_000];

/** Picks a bound from 0 to 100,000. */
export function randomSize(random: Random): number {
  return random() < 0.7 ? pick(random, sizes) : Math.floor(random() * 100_001);
}

const boundNames = {
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum"],
  integer: ["exclusiveMinimum", "exclusiveMaximum"],
  array: ["minItems", "maxItems"],
} as const;

/** Creates a schema of one type with up to two bounds, and for strings sometimes a pattern. */
export function sizedSchema(random: Random, type = pick(random, ["string", "number", "integer", "array"])) {
  const [low, high] = boundNames[type as keyof typeof boundNames];
  const [first, second] = [randomSize(random), randomSize(random)];
  return {
    type,
    ...(random() < 0.6 ? { [low]: Math.min(first, second) } : {}),
    ...(random() < 0.6 ? { [high]: Math.max(first, second) } : {}),
    ...(type === "string" && random() < 0.3 ? { pattern: pick(random, ["^[a-z]*$", "^a", "a$"]) } : {}),
  } as JsonObject;
}

/** Changes or removes a bound. */
export function resized(random: Random, schema: JsonObject): JsonObject {
  const names = Object.keys(schema).filter((key) => typeof schema[key] === "number");
  const name = pick(random, names.length > 0 ? names : ["minLength"]);
  if (random() < 0.2) {
    const { [name]: _gone, ...rest } = schema;
    return rest;
  }
  return { ...schema, [name]: randomSize(random) };
}

/** Returns values of every size that a schema names, and of the adjacent sizes. */
export function valuesAround(...schemas: readonly JsonObject[]): unknown[] {
  const named = schemas.flatMap((schema) => Object.values(schema).filter((each) => typeof each === "number"));
  const around = new Set([0, ...named.flatMap((size) => [size - 1, size, size + 1])]);
  const all = [...around].filter((size) => size >= 0);
  const { type } = schemas[0] ?? {};
  if (type === "string") return all.map((size) => "a".repeat(size));
  return type === "array" ? all.map((size) => Array(size).fill(0)) : [...all, -1, 0.5];
}
