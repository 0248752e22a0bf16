import { objectOf } from "../json-value.ts";
import type { Alternative, Conjunction, Schema } from "../schema/alternative.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { objectView } from "../schema/object-view.ts";
import { matches } from "../schema/regular-expression.ts";
import { arrayOfSize, itemSchemas, sampleOf, sampleOfAll, valuesOf } from "./values.ts";

const item = /^\[(\d*)\]$/;
const namePattern = /^\/(.*)\/$/s;

/** A value with a varied place, and the place inside it. */
export interface VariedValue {
  readonly value: unknown;
  readonly pointer: readonly string[];
}

/**
 * Small values of the schemas with the place varied. The path holds names of properties, `[]` or `[0]` for items, `*`
 * for other properties and `/pattern/` for those that match.
 *
 * @param hints what the other version has at the same place: its bounds are worth a try
 */
export function* valuesAt(
  path: readonly string[],
  schemas: Conjunction,
  hints: readonly Schema[],
): Generator<VariedValue, undefined> {
  const [step, ...rest] = path;
  if (step === undefined) {
    for (const value of valuesOf(schemas, hints)) yield { value, pointer: [] };
    return;
  }
  const all = alternativesOf(schemas).filter((each) => isOfType(each, step));
  const declaring = all.filter((each) => schemasAt(each, step).length > 0);
  const others = hints.flatMap((hint) => alternativesOf([hint])).filter((each) => isOfType(each, step));
  const isInHints = others.some((each) => schemasAt(each, step).length > 0);
  // Its sender does not know a property that only the other version declares.
  if (declaring.length === 0 && isInHints && isName(step)) return;
  for (const alternative of declaring.length > 0 ? declaring : all) {
    const inner = valuesAt(
      rest,
      schemasAt(alternative, step),
      others.flatMap((each) => schemasAt(each, step)),
    );
    const [key, holding] = holderOf(alternative, step);
    for (const { value, pointer } of inner) yield { value: holding(value), pointer: [key, ...pointer] };
  }
}

function isName(step: string): boolean {
  return step !== "*" && !item.test(step) && !namePattern.test(step);
}

function isOfType({ types }: Alternative, step: string): boolean {
  return types[0] === (item.test(step) ? "array" : "object");
}

/** The schemas of what a step of a path leads to. */
function schemasAt(alternative: Alternative, step: string): readonly Schema[] {
  const index = item.exec(step)?.[1];
  if (index !== undefined)
    return itemSchemas(alternative, index === "" ? longestPrefix(alternative) : Number(index));
  const view = objectView(alternative, "plain");
  return step === "*" ? view.rest : view.schemasOf(nameOf(step, alternative));
}

function longestPrefix({ arrays }: Alternative): number {
  return Math.max(0, ...arrays.map(({ prefix }) => prefix.length));
}

/** The key of a step, and a value of the alternative around what is there. */
function holderOf(alternative: Alternative, step: string): [string, (inner: unknown) => unknown] {
  const index = item.exec(step)?.[1];
  if (index === undefined) {
    const name = nameOf(step, alternative);
    const outer = objectOf(sampleOf(alternative));
    return [name, (inner) => ({ ...outer, [name]: inner })];
  }
  const at = index === "" ? longestPrefix(alternative) : Number(index);
  const items = arrayOfSize(alternative, Math.max(at + 1, alternative.itemCount[0]), 0);
  return [String(at), (inner) => [...items.slice(0, at), inner, ...items.slice(at + 1)]];
}

/** The name of a property that stands for others. */
function nameOf(step: string, alternative: Alternative): string {
  const pattern = namePattern.exec(step)?.[1];
  const isFree = (name: string) => !objectView(alternative, "plain").names.has(name);
  if (step === "*") {
    const names = ["extra", "a", "A", "1", String(sampleOfAll(alternative.propertyNames))];
    return names.find(isFree) ?? "extra";
  }
  if (pattern === undefined) return step;
  const text = String(sampleOfAll([{ type: "string", pattern }]));
  return matches(pattern, text) ? text : step;
}
