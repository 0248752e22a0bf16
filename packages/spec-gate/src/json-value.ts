import { isDeepStrictEqual } from "node:util";

/** A JSON object, as it comes out of a parsed document. */
export type JsonObject = { [key: string]: unknown };

/** Whether the value is a JSON object, and no array and no null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is an array, otherwise an empty one. */
export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of an array; nothing where the value is no array. */
export function stringsOf(value: unknown): string[] {
  return arrayOf(value).filter((item) => typeof item === "string");
}

/** Whether two JSON values are equal; the order of an object's keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** A short text of a value for a message. */
export function shortText(value: unknown): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
