import { isObject, type Json, type JsonObject } from "./json.ts";

/** Creates the JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) for these keys. */
export function pointerOf(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Splits a JSON Pointer, or a local reference such as `#/components/schemas/Computer`, into its keys. */
export function keysOf(pointer: string): string[] {
  const path = pointer.startsWith("#") ? decodeURIComponent(pointer.slice(1)) : pointer;
  return path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the value at a pointer, or `undefined`. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] as Json | undefined;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, document);
}

/** A value and the pointer to its place. */
export interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

/**
 * Follows local references to a value that is not a reference.
 *
 * @throws Error if a reference does not resolve or is circular
 */
export function placeAt(document: JsonObject, pointer: string): Place {
  const seen = new Set<string>();
  let current = pointer;
  for (;;) {
    const value = valueAt(document, current);
    if (!isObject(value)) throw new Error(`The description has no object at ${current}.`);
    if (typeof value.$ref !== "string") return { pointer: current, value };
    if (seen.has(current)) throw new Error(`The references at ${pointer} are circular.`);
    seen.add(current);
    current = value.$ref.replace(/^#/, "");
  }
}
