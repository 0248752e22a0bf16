import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject } from "../../json-value.ts";
import type { Alternative, Conjunction, ObjectShape, Schema } from "./alternative.ts";
import { matches } from "./regular-expression.ts";

/**
 * Who writes the values: callers in a request, the service in a response. `plain` applies only JSON Schema, without
 * what readers or callers expect of declared properties.
 */
export type Direction = "request" | "response" | "plain";

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
  const objects = direction === "plain" ? alternative.objects : extended(alternative);
  // Each comparison asks for the same name several times.
  const known = new Map<string, { readonly schemas: Schema[]; readonly isHidden: boolean }>();
  const [only, ...others] = objects;
  const found = (name: string) => {
    const before = known.get(name);
    if (before) return before;
    const schemas =
      only && others.length === 0
        ? schemasIn(only, name)
        : objects.flatMap((shape) => schemasIn(shape, name));
    const isHidden = flag !== undefined && schemas.some((schema) => hasFlag(schema, flag));
    const now = { schemas, isHidden };
    known.set(name, now);
    return now;
  };
  const schemasOf = (name: string) => found(name).schemas;
  const isHidden = (name: string) => found(name).isHidden;
  const spelt = objects.flatMap((shape) => [...shape.properties.keys()]);
  const names = new Set([...spelt, ...alternative.required].filter((name) => !isHidden(name)));
  const patterns = objects.flatMap((shape) => shape.patterns);
  return {
    names,
    required: new Set(alternative.required.filter((name) => !isHidden(name))),
    schemasOf: (name) => (isHidden(name) ? [] : schemasOf(name)),
    isDeclared: (name) => names.has(name) || (!isHidden(name) && objects.some((shape) => gives(shape, name))),
    isForbidden: (name) => !isHidden(name) && schemasOf(name).includes(false),
    rest: objects.flatMap(({ additional }) =>
      additional === undefined || isOpen(additional) ? [] : [additional],
    ),
    patterns,
  };
}

/** The properties of one part of an object, and the names of others that its closing does not exclude. */
interface Part extends ObjectShape {
  readonly also?: ReadonlySet<string>;
}

/**
 * Generators close a parent and its children alike, which strictly leaves no value: a part extends a closed one if
 * they share no property, or if a property that only the part declares is required.
 */
function extended({ objects, required }: Alternative): readonly Part[] {
  const isClosed = ({ additional, patterns }: ObjectShape) => additional === false && patterns.length === 0;
  if (objects.length < 2 || !objects.some(isClosed)) return objects;
  const isExtendedBy = (shape: ObjectShape, other: ObjectShape) => {
    const names = [...other.properties.keys()].filter((name) => !shape.properties.has(name));
    return names.length === other.properties.size || names.some((name) => required.includes(name));
  };
  return objects.map((shape) => {
    if (!isClosed(shape)) return shape;
    const others = objects.filter((other) => other !== shape && isExtendedBy(shape, other));
    return { ...shape, also: new Set(others.flatMap(({ properties }) => [...properties.keys()])) };
  });
}

function schemasIn(shape: Part, name: string): Schema[] {
  const own = shape.properties.get(name);
  const matching = shape.patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  const found = own === undefined ? matching : [own, ...matching];
  if (found.length > 0 || shape.additional === undefined) return found;
  // What extends a closed part is not one of the names that it excludes.
  return shape.also?.has(name) ? [] : [shape.additional];
}

function gives({ patterns, additional }: ObjectShape, name: string): boolean {
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
