import { isObject } from "../json-value.ts";
import type { Conjunction } from "./alternative.ts";
import type { Nodes, Reason, ReasonKind } from "./reason.ts";

/**
 * Who writes the values: callers in a request, the service in a response. `plain` asks for JSON Schema's own
 * verdict, without what a reader or a caller expects of the properties that are spelt out.
 */
export type Direction = "request" | "response" | "plain";

/** Do all values of `a` fit `b`? In a request `a` is the older side, in a response the newer one. */
export interface Comparison {
  readonly direction: Direction;
  readonly at: readonly string[];
  readonly nodes: Nodes;
}

/** What the comparison of one kind of value needs from the whole. */
export interface SchemaContext {
  /** The reasons why not all values of `a` fit `b`; none where they do. */
  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[];
}

/** The comparison of two whole schemas. */
export function rootComparison(direction: Direction): Comparison {
  return { direction, at: [], nodes: { a: [], b: [] } };
}

/** Makes a reason at the place of a comparison. */
export function reason(
  comparison: Comparison,
  kind: ReasonKind,
  sides: { a?: string; b?: string; keyword?: string } = {},
): Reason {
  return { kind, at: comparison.at, nodes: comparison.nodes, ...sides };
}

/** The comparison of a place one step further in. */
export function step(comparison: Comparison, name: string, a: Conjunction, b: Conjunction): Comparison {
  return { direction: comparison.direction, at: [...comparison.at, name], nodes: nodesOf(a, b, comparison) };
}

/** The objects among the schemas; a side without any keeps what stands around it. */
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
