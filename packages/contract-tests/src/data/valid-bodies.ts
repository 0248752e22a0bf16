import type { ObjectSchema, PropertySchema } from "./mutators.ts";

/**
 * Creates bodies with every set of properties, each at both ends of its limits; those with the fewest properties come
 * first.
 */
export function validBodies({ properties = {} }: ObjectSchema): readonly Readonly<Record<string, string>>[] {
  const bodies = Object.entries(properties).reduce<Record<string, string>[]>(
    (made, [name, property]) =>
      made.flatMap((body) => [body, ...validTexts(property).map((text) => ({ ...body, [name]: text }))]),
    [{}],
  );
  return bodies.toSorted((one, other) => Object.keys(one).length - Object.keys(other).length);
}

function validTexts({ format, minLength = 0, maxLength = 255 }: PropertySchema): string[] {
  if (format === "uuid") return ["3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d11"];
  // Characters of one, two and four bytes, and a space at the end.
  const longest = [..."\u00e9\u{1f5a5} ".repeat(maxLength)].slice(0, maxLength).join("");
  return ["x".repeat(minLength), longest];
}
