import type { Alternative, Conjunction } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";

// Listed properties with more values than these are compared as a whole.
const maxValues = 20;

/** An object taken apart by the listed values of one property. */
export interface Split {
  readonly name: string;
  readonly parts: readonly Alternative[];
}

/**
 * The ways to take an object apart by the listed values of a property, those that are required first: `kind: a or b` is `kind: a` beside
 * `kind: b`, which variants may stand for one by one.
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
