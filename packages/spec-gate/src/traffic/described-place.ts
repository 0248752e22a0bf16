import { arrayOf, isObject } from "../json-value.ts";
import type { Alternative, Conjunction } from "../schema/alternative.ts";
import { alternativesOf, TooManyAlternativesError } from "../schema/alternatives.ts";
import { objectView } from "../schema/object-view.ts";
import { matches } from "../schema/regular-expression.ts";
import { isFitting } from "../witness/values.ts";
import { schemasAt } from "../witness/values-at.ts";

/** What a description says about one place of a message, and what leads from there. */
export class DescribedPlace {
  /** The schemas at the place, each with its parts and alternatives. */
  readonly nodes: ReadonlySet<object>;
  readonly #alternatives: readonly Alternative[];
  readonly #names: ReadonlySet<string>;
  readonly #patterns: readonly string[];
  readonly #inner = new Map<string, DescribedPlace>();

  constructor(conjunctions: readonly Conjunction[]) {
    this.nodes = new Set(conjunctions.flat().flatMap((schema) => [...partsOf(schema)]));
    this.#alternatives = conjunctions.flatMap(alternativesIn);
    const views = this.#alternatives.map((each) => objectView(each, "plain"));
    this.#names = new Set(views.flatMap(({ names }) => [...names]));
    this.#patterns = views.flatMap(({ patterns }) => patterns.map(([pattern]) => pattern));
  }

  /** Whether it declares a property of this name, by name or by pattern. */
  declares(name: string): boolean {
    return this.#names.has(name) || this.#patterns.some((pattern) => matches(pattern, name));
  }

  /** The place that a step of a path leads to. */
  at(step: string): DescribedPlace {
    const known = this.#inner.get(step);
    if (known) return known;
    const isItem = /^\[\d*\]$/.test(step);
    const fitting = this.#alternatives.filter(({ types }) => types[0] === (isItem ? "array" : "object"));
    const found = new DescribedPlace(fitting.map((each) => schemasAt(each, step)));
    this.#inner.set(step, found);
    return found;
  }

  /** The values inside one that have a schema. A schema may be at many places, and a change names the nearest. */
  *valuesWith(
    node: object | undefined,
    value: unknown,
  ): Generator<readonly [value: unknown, place: DescribedPlace]> {
    if (node === undefined || this.nodes.size === 0) return;
    if (this.nodes.has(node) && this.#mayBe(node, value)) yield [value, this];
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries())
        yield* this.at(this.#itemStep(index)).valuesWith(node, each);
    } else if (isObject(value)) {
      for (const [name, each] of Object.entries(value))
        yield* this.at(this.declares(name) ? name : "*").valuesWith(node, each);
    }
  }

  /** Whether a value is of the variant that has the schema; one that fits none may be. */
  #mayBe(node: object, value: unknown): boolean {
    const isOfVariant = ({ variants }: Alternative) =>
      variants.some(({ member }) => partsOf(member).has(node));
    if (!this.#alternatives.some(isOfVariant)) return true;
    try {
      const fitting = this.#alternatives.filter((each) => isFitting(each, value));
      return fitting.length === 0 || fitting.some(isOfVariant);
    } catch (error) {
      if (error instanceof TooManyAlternativesError) return true;
      throw error;
    }
  }

  // Steps are few, although a list has many items and a map many names.
  #itemStep(index: number): string {
    const isInPrefix = this.#alternatives.some(({ arrays }) =>
      arrays.some(({ prefix }) => index < prefix.length),
    );
    return isInPrefix ? `[${index}]` : "[]";
  }
}

function alternativesIn(schemas: Conjunction): readonly Alternative[] {
  try {
    return schemas.length === 0 ? [] : alternativesOf(schemas);
  } catch (error) {
    if (error instanceof TooManyAlternativesError) return [];
    throw error;
  }
}

function partsOf(schema: unknown, found = new Set<object>()): ReadonlySet<object> {
  if (!isObject(schema) || found.has(schema)) return found;
  found.add(schema);
  for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(arrayOf)) partsOf(part, found);
  return found;
}
