import { isObject } from "../json-value.ts";

/** Splits a JSON Pointer from a URI fragment (`/components/schemas/A`) into its parts. */
export function pointerParts(fragment: string): string[] {
  if (fragment === "" || fragment === "/") return [];
  return decoded(fragment)
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
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
