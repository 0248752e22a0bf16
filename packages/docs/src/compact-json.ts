import type { Json } from "@compute-host/openapi";

/** JSON indented by two spaces; an object or list that fits on a short line stays on one line. */
export function compactJson(value: Json, indent = ""): string {
  const flat = flatJson(value);
  if (typeof value !== "object" || value === null || flat.length + indent.length <= 60) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item: Json) => inner + compactJson(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${compactJson(item ?? null, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function flatJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => flatJson(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${flatJson(item ?? null)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
