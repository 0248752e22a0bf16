import { createHash } from "node:crypto";
import { NAME_MAPS } from "./document/name-maps.ts";
import { isObject } from "./json-value.ts";

/** Keys that are there for people. */
const TEXT_KEYS = new Set([
  "description",
  "title",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "$comment",
]);
/** Keys whose values are data: every part of them counts. */
const DATA_KEYS = new Set(["enum", "const", "default", "x-extensible-enum"]);

const known = new WeakMap<object, string>();

/** Equal for parts of descriptions that say the same in the same words, with all that they refer to, but for texts. */
export function fingerprint(part: object): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const hash = createHash("sha256").update(written(part, new Map())).digest("base64");
  known.set(part, hash);
  return hash;
}

/** The graph as text; an object that was met before is named by its number. */
function written(value: unknown, numbers: Map<object, number>, areNames = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item, numbers)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const number = numbers.get(value);
  if (number !== undefined) return `#${number}`;
  numbers.set(value, numbers.size);
  const keys = Object.keys(value).filter((key) => areNames || !TEXT_KEYS.has(key));
  const parts = keys.sort().map((key) => {
    const isData = !areNames && DATA_KEYS.has(key);
    const text = isData
      ? JSON.stringify(value[key])
      : written(value[key], numbers, !areNames && NAME_MAPS.has(key));
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${parts.join()}}`;
}
