import type { Json } from "@compute-host/openapi";

/** The longest line in the column of responses, with its comma. */
const lineLength = 56;

/** JSON indented by two spaces; an object or list that fits on its line, after the key, stays there. */
export function compactJson(value: Json, indent = "", key = ""): string {
  // Only the layout has line breaks: within a text they are escaped.
  const flat = key + JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ");
  if (typeof value !== "object" || value === null || `${indent}${flat},`.length <= lineLength) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Object.entries(value).map(
    ([name, item]) =>
      `${inner}${compactJson(item ?? null, inner, Array.isArray(value) ? "" : `${JSON.stringify(name)}: `)}`,
  );
  return `${key}${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
