import { createHash } from "node:crypto";
import { nameMaps } from "./document/name-maps.ts";
import { isObject, type JsonObject } from "./json-value.ts";

/** Keys that are there for people. */
const textKeys = new Set([
  "description",
  "title",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "$comment",
]);
/** Keys whose values are data: every part of them counts. */
const dataKeys = new Set(["enum", "const", "default", "x-extensible-enum"]);

const known = new WeakMap<object, string>();

/** Equal for parts of descriptions that say the same in the same words, with all that they refer to, but for texts. */
export function fingerprint(part: object): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const hash = createHash("sha256").update(written(part)).digest("base64");
  known.set(part, hash);
  return hash;
}

/** The graph as text, object by object: each is named by its number, however deep it lies. */
function written(part: object): string {
  const numbers = new Map<object, number>();
  const waiting: { object: JsonObject; areNames: boolean }[] = [];
  const named = (value: unknown, areNames = false): string => {
    if (Array.isArray(value)) return `[${value.map((item) => named(item)).join()}]`;
    if (!isObject(value)) return JSON.stringify(value) ?? "";
    const number = numbers.get(value) ?? numbers.size;
    if (!numbers.has(value)) waiting.push({ object: value, areNames });
    numbers.set(value, number);
    return `#${number}`;
  };
  const texts = [named(part)];
  // The list grows while it is read.
  for (const { object, areNames } of waiting) {
    const keys = Object.keys(object).filter((key) => areNames || !textKeys.has(key));
    const parts = keys.sort().map((key) => {
      const isData = !areNames && dataKeys.has(key);
      const text = isData ? JSON.stringify(object[key]) : named(object[key], !areNames && nameMaps.has(key));
      return `${JSON.stringify(key)}:${text}`;
    });
    texts.push(`{${parts.join()}}`);
  }
  return texts.join("\n");
}
