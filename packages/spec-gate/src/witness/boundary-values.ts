import { isObject } from "../json-value.ts";
import { alternativeAccepts } from "../schema/alternatives/accepts.ts";
import type { Alternative } from "../schema/alternatives/alternative.ts";
import { alternativesOf } from "../schema/alternatives/alternatives.ts";
import { exampleOf, exampleOfAll, formatSamples } from "../schema/alternatives/example.ts";
import { objectView } from "../schema/alternatives/object-view.ts";
import { textBetween } from "../schema/alternatives/string-language.ts";
import type { Reason, ReasonKind } from "../schema/compare/reason.ts";

/** Stands for a property, parameter or body that a message leaves out. */
export const absent = Symbol("absent");

/** The most values to try for one reason, and the longest text or list among them. */
const maxValues = 12;
const maxSize = 100_000;

/** The reasons at the place of a property whose alternatives are those of the object around it. */
const ofProperty: ReadonlySet<ReasonKind> = new Set(["property-closed", "properties-closed", "dependency"]);

/**
 * Values on the boundary of a reason: its alternative of `a` accepts them and that of `b` does not, as far as the gate can
 * tell.
 *
 * @param name the last step of the reason's place
 */
export function boundaryValues({ kind, between }: Reason, name: string): unknown[] {
  if (kind === "property-required") return [absent];
  if (between === undefined) return [];
  const [a, b] = between;
  const isLost = (value: unknown) =>
    alternativeAccepts(a, value) && !(b !== undefined && alternativeAccepts(b, value));
  const found: unknown[] = [];
  for (const value of candidates(a, b ?? a)) {
    if (found.length >= maxValues) break;
    if (isLost(value)) found.push(value);
  }
  return ofProperty.has(kind) ? [...found, exampleOfAll(objectView(a, "plain").schemasOf(name))] : found;
}

function* candidates(a: Alternative, b: Alternative): Generator<unknown> {
  yield* a.values ?? [];
  yield exampleOf(a);
  const [type] = a.types;
  if (type === "number") yield* numbers(a, b);
  if (type === "string") yield* texts(a, b);
  if (type === "array") yield* lists(a, b);
  if (type === "object") yield* objects(a, b);
  const excluded = [...b.nots, ...b.exclusions].flatMap((schema) => alternativesOf([schema]));
  for (const each of excluded.flatMap((other) => other.values ?? [exampleOf(other)]))
    yield isObject(each) && type === "object" ? { ...objectOf(a), ...each } : each;
}

function* numbers(a: Alternative, b: Alternative): Generator<number> {
  const named = [a, b].flatMap(({ lowest, highest }) => [lowest.value, highest.value]);
  const bounds = [0, ...named.filter(Number.isFinite)];
  const steps = [0, -1, 1, -0.5, 0.5, 2, 3, 5];
  for (const bound of bounds) for (const step of steps) yield bound + step;
  for (const factor of a.multiplesOf)
    for (const bound of bounds)
      for (const step of steps) yield (Math.round(bound / factor) + Math.round(step)) * factor;
  yield* [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e20];
}

function* texts(a: Alternative, b: Alternative): Generator<string> {
  for (const size of sizes(a.length, b.length)) yield String(exampleOf({ ...a, length: [size, size] }));
  for (const pattern of b.patterns) yield textBetween(a, pattern) ?? "";
  yield* ["text", "A", "1", "a b", "2026-02-31", ...Object.values(formatSamples)];
}

function* lists(a: Alternative, b: Alternative): Generator<unknown> {
  for (const size of sizes(a.itemCount, b.itemCount)) yield exampleOf({ ...a, itemCount: [size, size] });
  yield exampleOf({ ...a, itemCount: [2, 2] });
}

function* objects(a: Alternative, b: Alternative): Generator<unknown> {
  const view = objectView(a, "plain");
  const example = objectOf(a);
  for (const name of [...view.names, ...b.required, "extra", "Extra 1"])
    yield { ...example, [name]: exampleOfAll(view.schemasOf(name)) };
  for (const size of sizes(a.propertyCount, b.propertyCount))
    yield exampleOf({ ...a, propertyCount: [size, size] });
}

function objectOf(alternative: Alternative): object {
  return Object(exampleOf(alternative));
}

/** The sizes at and next to the bounds. */
function sizes(...bounds: readonly (readonly [number, number])[]): number[] {
  const near = bounds.flat().flatMap((bound) => [bound, bound - 1, bound + 1]);
  return near.filter((size) => size >= 0 && size <= maxSize);
}
