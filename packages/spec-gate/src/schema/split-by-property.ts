import type { Conjunction, Draft } from "./draft.ts";
import { draftsOf } from "./drafts.ts";

// Listed properties with more values than these are compared as a whole.
const maxValues = 20;

/**
 * The ways to take an object apart by the listed values of a required property: `kind: a or b` is `kind: a` beside
 * `kind: b`, which variants may stand for one by one.
 */
export function splitByProperty(draft: Draft): Draft[][] {
  if (draft.types[0] !== "object") return [];
  return draft.required.flatMap((name) => {
    const schemas = draft.objects.flatMap(({ properties }) =>
      [...properties].filter(([key]) => key === name).map(([, schema]) => schema),
    );
    const values = listedValues(schemas);
    if (!values || values.length < 2 || values.length > maxValues) return [];
    return [values.map((value) => withValue(draft, name, value))];
  });
}

function listedValues(schemas: Conjunction): unknown[] | undefined {
  const drafts = draftsOf(schemas);
  return drafts.every(({ values }) => values !== undefined)
    ? drafts.flatMap(({ values }) => values ?? [])
    : undefined;
}

function withValue(draft: Draft, name: string, value: unknown): Draft {
  const shape = { properties: new Map([[name, { const: value }]]), patterns: [], additional: undefined };
  return { ...draft, objects: [...draft.objects, shape] };
}
