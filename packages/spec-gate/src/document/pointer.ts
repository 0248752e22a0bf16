import { isObject } from "../json-value.ts";

/** Splits a JSON Pointer from a URI fragment (`/components/schemas/A`) into its parts. */
export function pointerParts(fragment: string): string[] {
  if (fragment === "" || fragment === "/") return [];
  return decodeURIComponent(fragment)
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Formats the pointer (`#/components/schemas/A`). */
export function pointerText(parts: readonly string[]): string {
  return `#${parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}

/** Returns the value at a pointer, or `undefined` if there is none. */
export function valueAt(root: unknown, parts: readonly string[]): unknown {
  let value = root;
  for (const part of parts) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** Maps the texts under the given keys (`$anchor`, `$id`) to the pointers of the objects that have them. */
export function keyedPointers(root: unknown, keys: readonly string[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  const waiting: { value: unknown; parts: string[] }[] = [{ value: root, parts: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, parts } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const name of isObject(value) ? keys.map((key) => value[key]) : []) {
      if (typeof name === "string" && !found.has(name)) found.set(name, parts);
    }
    for (const [key, child] of Object.entries(value)) waiting.push({ value: child, parts: [...parts, key] });
  }
  return found;
}
