import type { Alternative, Conjunction } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";

// Properties with more listed values are compared as a whole.
const maxValues = 20;

/** An object split by the listed values of one property. */
export interface Split {
  readonly name: string;
  readonly parts: readonly Alternative[];
}

/**
 * Returns the ways to split an object by a property's listed values, required properties first: `kind: a or b`
 * becomes `kind: a` and `kind: b`, each of which a variant may match.
 */
export function splitByProperty(alternative: Alternative): Split[] {
  if (alternative.types[0] !== "object") return [];
  const names = alternative.objects.flatMap(({ properties }) => [...properties.keys()]);
  const ordered = new Set([...alternative.required, ...names]);
  return [...ordered].flatMap((name) => {
    const schemas = alternative.objects.flatMap(({ properties }) =>
      [...properties].filter(([key]) => key === name).map(([, schema]) => schema),
    );
    const values = listedValues(schemas);
    if (!values || values.length < 2 || values.length > maxValues) return [];
    return [{ name, parts: values.map((value) => withValue(alternative, name, value)) }];
  });
}

function listedValues(schemas: Conjunction): unknown[] | undefined {
  const alternatives = alternativesOf(schemas);
  return alternatives.every(({ values }) => values !== undefined)
    ? alternatives.flatMap(({ values }) => values ?? [])
    : undefined;
}

function withValue(alternative: Alternative, name: string, value: unknown): Alternative {
  const shape = { properties: new Map([[name, { const: value }]]), patterns: [], additional: undefined };
  return { ...alternative, objects: [...alternative.objects, shape] };
}
