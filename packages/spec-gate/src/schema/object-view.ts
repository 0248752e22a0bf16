import { arrayOf, isObject } from "../json-value.ts";
import type { Alternative, Conjunction, Schema } from "./alternative.ts";
import { isSchema } from "./apply-keywords.ts";
import type { Direction } from "./comparison.ts";
import { matches } from "./regular-expression.ts";

/** The properties of an object on one side, as they apply in one direction. */
export interface ObjectView {
  /** The declared names. */
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** The schemas that apply to a property of this name. */
  schemasOf(name: string): Conjunction;
  /** Whether the side declares this name: by name, by pattern or by a schema for other names. */
  isDeclared(name: string): boolean;
  /** Whether the name cannot occur, because no value fits. */
  isForbidden(name: string): boolean;
  /** The schemas for undeclared names. */
  readonly rest: Conjunction;
  readonly patterns: readonly (readonly [string, Schema])[];
}

const flags = { request: "readOnly", response: "writeOnly", plain: undefined } as const;

/**
 * Creates the view of an alternative. Requests ignore `readOnly` properties, responses ignore `writeOnly` ones
 * (OpenAPI 3.0.3, 4.7.24.2; JSON Schema 2020-12 validation, 9.4).
 */
export function objectView(alternative: Alternative, direction: Direction): ObjectView {
  const flag = flags[direction];
  const schemasOf = (name: string): Schema[] =>
    alternative.objects.flatMap((shape) => schemasIn(shape, name));
  const isHidden = (name: string) =>
    flag !== undefined && schemasOf(name).some((schema) => hasFlag(schema, flag));
  const spelt = alternative.objects.flatMap((shape) => [...shape.properties.keys()]);
  const names = new Set([...spelt, ...alternative.required].filter((name) => !isHidden(name)));
  const patterns = alternative.objects.flatMap((shape) => shape.patterns);
  return {
    names,
    required: new Set(alternative.required.filter((name) => !isHidden(name))),
    schemasOf: (name) => (isHidden(name) ? [] : schemasOf(name)),
    isDeclared: (name) =>
      names.has(name) || (!isHidden(name) && alternative.objects.some((shape) => gives(shape, name))),
    isForbidden: (name) => !isHidden(name) && schemasOf(name).includes(false),
    rest: alternative.objects.flatMap(({ additional }) =>
      additional === undefined || isOpen(additional) ? [] : [additional],
    ),
    patterns,
  };
}

function schemasIn(shape: Alternative["objects"][number], name: string): Schema[] {
  const own = shape.properties.get(name);
  const matching = shape.patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  const found = own === undefined ? matching : [own, ...matching];
  return found.length === 0 && shape.additional !== undefined ? [shape.additional] : found;
}

function gives({ patterns, additional }: Alternative["objects"][number], name: string): boolean {
  if (patterns.some(([pattern]) => matches(pattern, name))) return true;
  return additional !== undefined && additional !== false && !isOpen(additional);
}

function isOpen(schema: Schema): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

function hasFlag(schema: Schema, flag: string, depth = 0): boolean {
  if (!isObject(schema) || depth > 5) return false;
  return (
    schema[flag] === true ||
    arrayOf(schema.allOf).some((part) => isSchema(part) && hasFlag(part, flag, depth + 1))
  );
}
