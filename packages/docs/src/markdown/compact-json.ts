import type { Json } from "@compute-host/openapi";

/** JSON indented by two spaces; an object or list that fits on a short line stays on one line. */
export function compactJson(value: Json, indent = ""): string {
  // A line break within a text is escaped.
  const flat = JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ");
  if (typeof value !== "object" || value === null || flat.length + indent.length <= 60) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Object.entries(value).map(
    ([key, item]) =>
      `${inner}${Array.isArray(value) ? "" : `${JSON.stringify(key)}: `}${compactJson(item ?? null, inner)}`,
  );
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
