import { isObject, type Json, type JsonObject } from "./json.ts";

/** The JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) made of these keys. */
export function pointerOf(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys of a JSON Pointer, or of a local reference such as `#/components/schemas/Computer`. */
export function keysOf(pointer: string): string[] {
  const path = pointer.startsWith("#") ? decodeURIComponent(pointer.slice(1)) : pointer;
  return path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that a pointer leads to, or `undefined`. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] as Json | undefined;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, document);
}

/** A value and the pointer to the place where it is written. */
export interface Place {
  readonly pointer: string;
  readonly value: JsonObject;
}

/**
 * Follows local references until a value without one is reached.
 *
 * @throws Error where a reference leads nowhere or in a circle
 */
export function placeAt(document: JsonObject, pointer: string): Place {
  const seen = new Set<string>();
  let current = pointer;
  for (;;) {
    const value = valueAt(document, current);
    if (!isObject(value)) throw new Error(`The description has no object at ${current}.`);
    if (typeof value.$ref !== "string") return { pointer: current, value };
    if (seen.has(current)) throw new Error(`The references at ${pointer} lead in a circle.`);
    seen.add(current);
    current = value.$ref.replace(/^#/, "");
  }
}
