import type { Json, JsonObject } from "@compute-host/openapi";

/** A part of a description, to plant mistakes in. */
export interface Mutable {
  [key: string]: Json | undefined;
}

/** A copy of a description that a test may change. */
export function mutableCopy(document: JsonObject): Mutable {
  return structuredClone(document) as Mutable;
}

/**
 * The object that these keys lead to; list indices are keys as well.
 *
 * @throws Error where there is none, so that a mistake is never planted in a place that is not there
 */
export function at(value: Mutable, ...keys: readonly string[]): Mutable {
  return keys.reduce<Mutable>((current, key) => {
    const next = current[key];
    if (typeof next !== "object" || next === null) throw new Error(`nothing at ${keys.join(" ")}`);
    return next as Mutable;
  }, value);
}
