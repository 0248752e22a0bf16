import type { Alternative, Conjunction, Schema } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";

const maxDepth = 4;

/** Creates a small value of an alternative with the required properties; it may violate bounds. */
export function exampleOf(alternative: Alternative, depth = 0): unknown {
  const { types, values, lowest, highest, length, objects, required } = alternative;
  if (values) return values[0];
  switch (types[0]) {
    case "object": {
      const entries = required.map((name) => {
        const schemas: Schema[] = objects.flatMap(({ properties }): Schema[] => {
          const schema = properties.get(name);
          return schema === undefined ? [] : [schema];
        });
        return [name, exampleOfSchemas(schemas, depth + 1)] as const;
      });
      return Object.fromEntries(entries);
    }
    case "string":
      return "a".repeat(Math.min(Math.max(length[0], 1), length[1], 20));
    case "number":
      return Number.isFinite(lowest.value)
        ? lowest.value
        : Number.isFinite(highest.value)
          ? highest.value
          : 1;
    case "boolean":
      return true;
    case "array":
      return [];
    default:
      return null;
  }
}

function exampleOfSchemas(schemas: Conjunction, depth: number): unknown {
  const [first] = depth > maxDepth ? [] : alternativesOf(schemas);
  return first ? exampleOf(first, depth) : null;
}
