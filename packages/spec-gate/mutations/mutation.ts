import { isObject, type JsonObject, objectOf } from "../src/json-value.ts";

/** A single change to the spec, with the verdict that the gate has to reach. */
export interface Mutation {
  readonly group: string;
  readonly name: string;
  readonly isBreaking: boolean;
  apply(document: JsonObject): void;
}

/** Returns functions that create the mutations of one group. */
export function mutationsOf(group: string) {
  const make =
    (isBreaking: boolean) =>
    (name: string, apply: (document: JsonObject) => void): Mutation => ({
      group,
      name,
      isBreaking,
      apply,
    });
  return { breaking: make(true), harmless: make(false) };
}

/** Returns the object at the keys; throws for a missing key, which is a mistake in the mutation. */
export function at(document: JsonObject, ...keys: readonly string[]): JsonObject {
  let current: unknown = document;
  for (const key of keys)
    current = objectOf(current)[key] ?? (Array.isArray(current) ? current[Number(key)] : undefined);
  if (!isObject(current)) throw new Error(`the spec has no object at ${keys.join("/")}`);
  return current;
}

/** Renames a key of the object in place. */
export function rename(object: JsonObject, from: string, to: string): void {
  const entries = Object.entries(object).map(([key, value]) => [key === from ? to : key, value] as const);
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, Object.fromEntries(entries));
}
