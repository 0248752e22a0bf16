import { isObject, type Json, type JsonObject, objectOf } from "./json.ts";

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

/** Returns the place of an object, or of what it refers to: the grammar allows no reference to a reference. */
export function placeAt(document: JsonObject, pointer: string): Place {
  const value = objectOf(valueAt(document, pointer));
  const target = typeof value.$ref === "string" ? value.$ref.slice(1) : undefined;
  return target === undefined
    ? { pointer, value }
    : { pointer: target, value: objectOf(valueAt(document, target)) };
}
