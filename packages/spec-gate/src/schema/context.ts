import type { Conjunction } from "./draft.ts";
import type { Reason, ReasonKind } from "./reason.ts";

/**
 * Who writes the values: callers in a request, the service in a response. `plain` asks for JSON Schema's own
 * answer, without what a reader or a caller expects of the properties that are spelt out.
 */
export type Direction = "request" | "response" | "plain";

/** One question: do all values of `a` fit `b`? In a request `a` is the older side, in a response the newer one. */
export interface Question {
  readonly direction: Direction;
  readonly at: readonly string[];
  readonly nodes: readonly object[];
}

/** What the comparison of one kind of value needs from the whole. */
export interface SchemaContext {
  /** The reasons why not all values of `a` fit `b`; none where they do. */
  compare(a: Conjunction, b: Conjunction, question: Question): Reason[];
  /** The name by which the schema was referenced. */
  nameOf(schema: object): string | undefined;
}

/** Makes a reason at the place of a question. */
export function reason(question: Question, kind: ReasonKind, sides: { a?: string; b?: string } = {}): Reason {
  return { kind, at: question.at, nodes: question.nodes, ...sides };
}

/** The question for a place one step further in. */
export function step(question: Question, name: string, schemas: Conjunction): Question {
  const nodes = schemas.filter((schema) => typeof schema === "object");
  return { ...question, at: [...question.at, name], nodes: nodes.length > 0 ? nodes : question.nodes };
}

/** The same question as plain JSON Schema. */
export function plainly(question: Question): Question {
  return { ...question, direction: "plain", at: [] };
}
