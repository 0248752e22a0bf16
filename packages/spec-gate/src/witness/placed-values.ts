import type { Alternative, Conjunction } from "../schema/alternatives/alternative.ts";
import { alternativesOf } from "../schema/alternatives/alternatives.ts";
import { exampleOf, exampleOfAll, itemsAt } from "../schema/alternatives/example.ts";
import { objectView } from "../schema/alternatives/object-view.ts";
import { absent } from "./boundary-values.ts";

const item = /^\[(\d*)\]$/;

/** A value of the whole, and the place inside it. */
export interface PlacedValue {
  readonly value: unknown;
  readonly pointer: readonly string[];
}

/**
 * Values of the schemas that hold one of the given values at the place. The path holds names of properties, `[]` or
 * `[0]` for items, `*` for other properties and `/pattern/` for those that match.
 */
export function* placedValues(
  [step, ...rest]: readonly string[],
  schemas: Conjunction,
  values: readonly unknown[],
): Generator<PlacedValue, undefined> {
  if (step === undefined) {
    for (const value of values) yield { value, pointer: [] };
    return;
  }
  const type = item.test(step) ? "array" : "object";
  const all = alternativesOf(schemas).filter(({ types }) => types[0] === type);
  const places = all.map((each) => placeIn(each, step));
  const declared = places.filter((each) => each.schemas.length > 0);
  for (const { key, schemas: inside, holder } of declared.length > 0 ? declared : places)
    for (const { value, pointer } of placedValues(rest, inside, values))
      yield { value: withPart(holder(), key, value), pointer: [key, ...pointer] };
}

/** The key of a step, the schemas of what is there, and a value around it. */
function placeIn(alternative: Alternative, step: string) {
  const index = item.exec(step)?.[1];
  if (index !== undefined) {
    const prefix = Math.max(0, ...alternative.arrays.map((shape) => shape.prefix.length));
    const at = index === "" ? prefix : Number(index);
    const size = Math.max(at + 1, alternative.itemCount[0]);
    const holder = () => exampleOf({ ...alternative, itemCount: [size, size] });
    return { key: String(at), schemas: itemsAt(alternative, at), holder };
  }
  const view = objectView(alternative, "plain");
  const key = nameOf(step, alternative, view.names);
  return { key, schemas: view.schemasOf(key), holder: () => exampleOf(alternative) };
}

/** The name of a property that stands for others. */
function nameOf(step: string, { propertyNames }: Alternative, names: ReadonlySet<string>): string {
  const pattern = /^\/(.*)\/$/s.exec(step)?.[1];
  if (pattern !== undefined) return String(exampleOfAll([{ type: "string", pattern }]));
  if (step !== "*") return step;
  return ["extra", String(exampleOfAll(propertyNames)), "a", "A"].find((name) => !names.has(name)) ?? step;
}

function withPart(holder: unknown, key: string, part: unknown): unknown {
  if (Array.isArray(holder)) return holder.with(Number(key), part);
  const { [key]: _before, ...others } = Object(holder);
  return part === absent ? others : { ...others, [key]: part };
}
