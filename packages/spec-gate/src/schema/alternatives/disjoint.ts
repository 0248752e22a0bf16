import { alternativeAccepts } from "./accepts.ts";
import type { Alternative, Conjunction } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";
import { type Direction, objectView } from "./object-view.ts";

const maxDepth = 4;

/** Whether no value written for the first side fits the second; `false` if that cannot be determined. */
export function areDisjoint(a: Conjunction, b: Conjunction, direction: Direction, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const alternativesB = alternativesOf(b);
  return alternativesOf(a).every((alternativeA) =>
    alternativesB.every((alternativeB) =>
      areAlternativesDisjoint(alternativeA, alternativeB, direction, depth),
    ),
  );
}

/** Whether no value fits both alternatives. */
export function areAlternativesDisjoint(
  a: Alternative,
  b: Alternative,
  direction: Direction,
  depth = 0,
): boolean {
  if (!a.types.some((type) => b.types.includes(type))) return true;
  if (a.values) return a.values.every((value) => !alternativeAccepts(b, value));
  if (b.values) return b.values.every((value) => !alternativeAccepts(a, value));
  const [type] = a.types;
  if (type === "number") return isApart([a.lowest.value, a.highest.value], [b.lowest.value, b.highest.value]);
  if (type === "string") return isApart(a.length, b.length) || haveOtherFormats(a, b);
  if (type === "array") return isApart(a.itemCount, b.itemCount);
  return type === "object" && objectsDisjoint(a, b, direction, depth);
}

function isApart([minA, maxA]: readonly [number, number], [minB, maxB]: readonly [number, number]): boolean {
  return maxA < minB || maxB < minA;
}

// A UUID is never a date-time: if both sides name formats and share none, no string is meant to fit both.
function haveOtherFormats(a: Alternative, b: Alternative): boolean {
  const strict = ["uuid", "date", "date-time", "time", "email", "ipv4", "ipv6"];
  const inA = a.formats.find((format) => strict.includes(format));
  const inB = b.formats.find((format) => strict.includes(format));
  return inA !== undefined && inB !== undefined && inA !== inB;
}

function objectsDisjoint(a: Alternative, b: Alternative, direction: Direction, depth: number): boolean {
  const viewA = objectView(a, direction);
  const viewB = objectView(b, direction);
  const names = new Set([...viewA.required, ...viewB.required]);
  return [...names].some((name) => {
    if (viewA.isForbidden(name) || viewB.isForbidden(name)) return true;
    // The writer of the first side's values writes only declared properties.
    if (direction !== "plain" && viewB.required.has(name) && !viewA.isDeclared(name)) return true;
    return areDisjoint(viewA.schemasOf(name), viewB.schemasOf(name), direction, depth + 1);
  });
}
