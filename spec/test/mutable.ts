import type { Json, JsonObject } from "@compute-host/openapi";

/** A part of a description that tests plant mistakes in. */
export interface Mutable {
  [key: string]: Json | undefined;
}

/** Copies a description for a test to change. */
export function mutableCopy(document: JsonObject): Mutable {
  return structuredClone(document) as Mutable;
}

/**
 * Returns the object at these keys; list indices are keys as well.
 *
 * @throws Error if there is none, so that a mistake is never planted in a missing place
 */
export function at(value: Mutable, ...keys: readonly string[]): Mutable {
  return keys.reduce<Mutable>((current, key) => {
    const next = current[key];
    if (typeof next !== "object" || next === null) throw new Error(`nothing at ${keys.join(" ")}`);
    return next as Mutable;
  }, value);
}
