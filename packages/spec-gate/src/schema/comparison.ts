import type { Conjunction } from "./alternative.ts";
import type { Reason, ReasonKind } from "./reason.ts";

/**
 * Who writes the values: callers in a request, the service in a response. `plain` asks for JSON Schema's own
 * answer, without what a reader or a caller expects of the properties that are spelt out.
 */
export type Direction = "request" | "response" | "plain";

/** One comparison: do all values of `a` fit `b`? In a request `a` is the older side, in a response the newer one. */
export interface Comparison {
  readonly direction: Direction;
  readonly at: readonly string[];
  readonly nodes: readonly object[];
}

/** What the comparison of one kind of value needs from the whole. */
export interface SchemaContext {
  /** The reasons why not all values of `a` fit `b`; none where they do. */
  compare(a: Conjunction, b: Conjunction, comparison: Comparison): Reason[];
  /** The name by which the schema was referenced. */
  nameOf(schema: object): string | undefined;
}

/** Makes a reason at the place of a comparison. */
export function reason(
  comparison: Comparison,
  kind: ReasonKind,
  sides: { a?: string; b?: string } = {},
): Reason {
  return { kind, at: comparison.at, nodes: comparison.nodes, ...sides };
}

/** The comparison for a place one step further in. */
export function step(comparison: Comparison, name: string, schemas: Conjunction): Comparison {
  const nodes = schemas.filter((schema) => typeof schema === "object");
  return { ...comparison, at: [...comparison.at, name], nodes: nodes.length > 0 ? nodes : comparison.nodes };
}

/** The same comparison as plain JSON Schema. */
export function plainly(comparison: Comparison): Comparison {
  return { ...comparison, direction: "plain", at: [] };
}
