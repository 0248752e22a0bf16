/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, such as a part of an OpenAPI description. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The value as an object; an absent or other value becomes an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value as a list; an absent or other value becomes an empty one. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The value as a string; an absent or other value becomes an empty one. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
