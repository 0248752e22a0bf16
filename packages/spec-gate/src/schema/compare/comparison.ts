import { isObject } from "../../json-value.ts";
import type { Conjunction } from "../alternatives/alternative.ts";
import type { Direction } from "../alternatives/object-view.ts";
import type { Between, Nodes, Reason, ReasonKind } from "./reason.ts";
import type { Found } from "./schema-pair.ts";

/** Do all values of `a` fit `b`? In a request `a` is the base, in a response the revision. */
export interface Comparison {
  readonly direction: Direction;
  readonly at: readonly string[];
  readonly nodes: Nodes;
}

/** What a comparison of one type of value needs from the overall comparison. */
export interface SchemaContext {
  /** Returns why not all values of `a` fit `b`; empty if they do. */
  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Found[];
  /** Whether all values of `a` fit `b`. */
  fits(a: Conjunction, b: Conjunction, comparison: Comparison): boolean;
  /** The same, except that `compare` returns the pair in place of its reasons: for lists that are only joined. */
  readonly later: SchemaContext;
}

/** Starts the comparison of two whole schemas. */
export function rootComparison(direction: Direction): Comparison {
  return { direction, at: [], nodes: { a: [], b: [] } };
}

/**
 * Turns the base and the revision into `a` and `b`, or back: what callers could send has to fit what is accepted now,
 * and what is sent now has to fit what readers knew.
 */
export function turned<T>(direction: Direction, [one, other]: readonly [T, T]): [T, T] {
  return direction === "response" ? [other, one] : [one, other];
}

/** Creates a reason at the place of a comparison. */
export function reason(
  comparison: Comparison,
  kind: ReasonKind,
  sides: { a?: string; b?: string; keyword?: string; between?: Between | undefined } = {},
): Reason {
  const { between, ...texts } = sides;
  return { kind, at: comparison.at, nodes: comparison.nodes, ...texts, ...(between ? { between } : {}) };
}

/** Returns which bounds of an interval of `b` exclude a size that `a` allows. */
export function compareInterval(
  comparison: Comparison,
  kind: ReasonKind,
  [least, most]: readonly [least: string, most: string],
  [[minA, maxA], [minB, maxB]]: readonly [a: readonly [number, number], b: readonly [number, number]],
): Reason[] {
  const mostText = (max: number) => (Number.isFinite(max) ? `${most} ${max}` : `no ${most}`);
  return [
    ...(minB > minA
      ? [reason(comparison, kind, { a: `${least} ${minA}`, b: `${least} ${minB}`, keyword: least })]
      : []),
    ...(maxB < maxA
      ? [reason(comparison, kind, { a: mostText(maxA), b: mostText(maxB), keyword: most })]
      : []),
  ];
}

/** The comparison one level deeper. */
export function step(comparison: Comparison, name: string, a: Conjunction, b: Conjunction): Comparison {
  return { direction: comparison.direction, at: [...comparison.at, name], nodes: nodesOf(a, b, comparison) };
}

/** The schema objects of both sides; a side without any keeps its parent. */
export function nodesOf(a: Conjunction, b: Conjunction, { nodes }: Comparison): Nodes {
  const [inA, inB]: [object[], object[]] = [a.filter(isObject), b.filter(isObject)];
  const missing = inA.length === 0 ? "a" : inB.length === 0 ? "b" : undefined;
  const around = { a: nodes.a, b: nodes.b };
  return { a: inA.length > 0 ? inA : nodes.a, b: inB.length > 0 ? inB : nodes.b, missing, around };
}

/** The same comparison as plain JSON Schema. */
export function plainly(comparison: Comparison): Comparison {
  return { direction: "plain", at: [], nodes: comparison.nodes };
}
