import { isDeepStrictEqual } from "node:util";

/** A JSON object from a parsed document. */
export type JsonObject = { [key: string]: unknown };

/** Whether the value is a JSON object, not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value if it is an array, otherwise an empty array. */
export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the strings in an array; empty if the value is not an array. */
export function stringsOf(value: unknown): string[] {
  return arrayOf(value).filter((item) => typeof item === "string");
}

/** Whether two JSON values are equal, regardless of key order. */
export function sameJson(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

const maxShown = 80;

/** Shortens a value for a message. It may contain itself, as linked schemas do. */
export function shortText(value: unknown): string {
  if (value === undefined) return "none";
  // JSON.stringify refuses a cycle, but not copies; what is beyond the count is beyond the text as well.
  let left = maxShown;
  const copied = (_key: string, part: unknown) => {
    if (left-- <= 0) return "";
    return Array.isArray(part) ? [...part] : isObject(part) ? { ...part } : part;
  };
  const text = JSON.stringify(value, copied) ?? String(value);
  return text.length > maxShown ? `${text.slice(0, maxShown - 3)}...` : text;
}

/** Whether the text is a day, such as `2026-12-31`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
