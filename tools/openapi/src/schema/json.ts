/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, such as a part of an OpenAPI description. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Returns the value if it is an object, otherwise an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value if it is a list, otherwise an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns the value if it is a string, otherwise an empty string. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
