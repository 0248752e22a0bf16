import type { ApiDocument } from "../document/api-document.ts";
import type { Conjunction } from "../schema/alternative.ts";
import type { SchemaComparison } from "../schema/compare-schemas.ts";
import type { Comparison, Direction } from "../schema/comparison.ts";
import type { Removal } from "./removal.ts";
import type { RuleId } from "./rules.ts";

/** One place of the contract while two sides are compared. */
export interface Scope {
  readonly older: ApiDocument;
  readonly newer: ApiDocument;
  readonly schemas: SchemaComparison;
  readonly subject: string;
  readonly at: readonly string[];
  /** In webhooks and callbacks the service sends the request and reads the answer. */
  readonly isReversed: boolean;
}

/** The scope of a place further in. */
export function inner(scope: Scope, ...names: string[]): Scope {
  return { ...scope, at: [...scope.at, ...names] };
}

/** Makes a removal at the scope. */
export function removal(
  scope: Scope,
  rule: RuleId,
  details: { older?: string; newer?: string; olderNode?: unknown; newerNode?: unknown } = {},
): Removal {
  const { older, newer, olderNode, newerNode } = details;
  return {
    rule,
    subject: scope.subject,
    at: scope.at,
    ...(older === undefined ? {} : { older }),
    ...(newer === undefined ? {} : { newer }),
    ...(isNode(olderNode) ? { olderNode } : {}),
    ...(isNode(newerNode) ? { newerNode } : {}),
  };
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function objectsOf(schemas: Conjunction): object[] {
  return schemas.filter((schema) => typeof schema === "object");
}

/** What of a request's or a response's schema is lost. `sender` says who writes the values. */
export function schemaRemovals(
  scope: Scope,
  sender: "caller" | "service",
  older: Conjunction,
  newer: Conjunction,
): Removal[] {
  const direction: Direction = (sender === "caller") === !scope.isReversed ? "request" : "response";
  const comparison: Comparison = { direction, at: [], nodes: objectsOf(newer) };
  const [a, b] = direction === "request" ? [older, newer] : [newer, older];
  return scope.schemas.compare(a, b, comparison).map((reason) => {
    const [olderText, newerText] = direction === "request" ? [reason.a, reason.b] : [reason.b, reason.a];
    const nodes = [...reason.nodes, ...objectsOf(newer), ...objectsOf(older)];
    const olderNode = nodes.find((node) => scope.older.pointerOf(node)) ?? objectsOf(older)[0];
    const newerNode = nodes.find((node) => scope.newer.pointerOf(node)) ?? objectsOf(newer)[0];
    const texts = { ...(olderText ? { older: olderText } : {}), ...(newerText ? { newer: newerText } : {}) };
    return removal(inner(scope, ...reason.at), `${direction}-${reason.kind}` as RuleId, {
      ...texts,
      olderNode,
      newerNode,
    });
  });
}

/** The rule for a request's or a response's place, seen from those who use the API. */
export function isFromCaller(scope: Scope, sender: "caller" | "service"): boolean {
  return (sender === "caller") === !scope.isReversed;
}
