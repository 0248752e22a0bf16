import type { ApiDocument } from "../../document/api-document.ts";
import type { JsonObject } from "../../json-value.ts";
import type { Conjunction } from "../../schema/alternatives/alternative.ts";
import { type Comparison, nodesOf, turned } from "../../schema/compare/comparison.ts";
import type { Reason } from "../../schema/compare/reason.ts";
import type { SchemaComparison } from "../../schema/compare-schemas.ts";
import { type RuleId, schemaRuleId } from "../rules.ts";
import type { MessagePlace, Removal } from "./removal.ts";
import { spotOf } from "./spot-of.ts";

/** A place in the contract while its two sides are compared. */
export interface Scope {
  readonly base: ApiDocument;
  readonly revision: ApiDocument;
  readonly schemas: SchemaComparison;
  readonly subject: string;
  readonly at: readonly string[];
  /** In webhooks and callbacks the service sends the request and reads the response. */
  readonly isReversed: boolean;
  /** The part of a message: its place there, and how many names of `at` lead to it. */
  readonly part?: { readonly path: readonly string[]; readonly isText: boolean; readonly depth: number };
}

/** The scope of a nested place. */
export function inner(scope: Scope, ...names: string[]): Scope {
  return { ...scope, at: [...scope.at, ...names] };
}

/** The scope of a parameter, header or body, whose place in its message is the path. */
export function inPart(scope: Scope, path: readonly string[], isText: boolean): Scope {
  return { ...scope, part: { path, isText, depth: scope.at.length } };
}

interface Details {
  readonly base?: string;
  readonly revision?: string;
  readonly baseNode?: unknown;
  readonly revisionNode?: unknown;
  /** The keys that differ, in both objects or in one of them. */
  readonly keys?: readonly string[];
  readonly baseKeys?: readonly string[];
  readonly revisionKeys?: readonly string[];
  /** The path from each object to what is shown of it. */
  readonly basePath?: readonly string[];
  readonly revisionPath?: readonly string[];
}

/** Creates a removal at the scope. */
export function removal(scope: Scope, rule: RuleId, details: Details = {}): Removal {
  const { base, revision, baseNode, revisionNode, keys = [] } = details;
  const { baseKeys = keys, revisionKeys = keys, basePath = [], revisionPath = [] } = details;
  return {
    rule,
    subject: scope.subject,
    at: scope.at,
    base,
    revision,
    baseSpot: isNode(baseNode) ? { node: baseNode, keys: baseKeys, path: basePath } : undefined,
    revisionSpot: isNode(revisionNode)
      ? { node: revisionNode, keys: revisionKeys, path: revisionPath }
      : undefined,
  };
}

/** The removal at the scope, if there is one. */
export function removalIf(isLost: boolean, scope: Scope, rule: RuleId, details: Details): Removal[] {
  return isLost ? [removal(scope, rule, details)] : [];
}

/** The removal of the mark that something is deprecated. */
export function deprecationWithdrawn(scope: Scope, base: JsonObject, revision: JsonObject): Removal[] {
  const isWithdrawn = base.deprecated === true && revision.deprecated !== true;
  const nodes = { baseNode: base, revisionNode: revision, keys: ["deprecated"] };
  return removalIf(isWithdrawn, scope, "deprecation-withdrawn", nodes);
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Finds what a request or response schema loses. Here the base and the revision become the `a` and `b` of schemas, and
 * what the comparison of schemas says is turned back.
 *
 * @param sender writes the values
 */
export function schemaRemovals(
  scope: Scope,
  sender: "caller" | "service",
  base: Conjunction,
  revision: Conjunction,
  around: readonly [unknown, unknown] | readonly [] = [],
): Removal[] {
  const direction = directionAt(scope, sender);
  const turn = <T>(sides: readonly [T, T]) => turned(direction, sides);
  const [a, b] = turn([base, revision]);
  const [aroundA, aroundB] = turn([around[0], around[1]]).map((node) => (isNode(node) ? [node] : []));
  const outer = { direction, at: [], nodes: { a: aroundA ?? [], b: aroundB ?? [] } } as const;
  const comparison: Comparison = { ...outer, nodes: nodesOf(a, b, outer) };
  return scope.schemas.compare(a, b, comparison).map((reason) => {
    const [baseText, revisionText] = turn([reason.a, reason.b]);
    const [baseSpot, revisionSpot] = turn([spotOf(reason, "a"), spotOf(reason, "b")]);
    return {
      reason,
      place: placeOf(reason, scope, direction, around),
      rule: schemaRuleId(reason.kind, direction),
      subject: scope.subject,
      at: [...scope.at, ...reason.at],
      base: baseText,
      revision: revisionText,
      note: reason.note,
      undecided: reason.undecided,
      baseSpot,
      revisionSpot,
    };
  });
}

function placeOf(
  { at }: Reason,
  { part, at: outer }: Scope,
  direction: "request" | "response",
  [base, revision]: readonly unknown[],
): MessagePlace | undefined {
  if (!part || !isNode(base) || !isNode(revision)) return undefined;
  const path = [...part.path, ...outer.slice(part.depth), ...at];
  const [a, b] = turned(direction, [base, revision]);
  return { path, isText: part.isText, direction, a, b };
}

/** Whether callers of the API write the values at this place or read them; webhooks and callbacks swap the two. */
export function directionAt(scope: Scope, sender: "caller" | "service"): "request" | "response" {
  return (sender === "caller") === !scope.isReversed ? "request" : "response";
}

/** The two versions as `a`, which is sent, and `b`, which is read. */
export function turnedAt<T>(
  scope: Scope,
  sender: "caller" | "service",
  [base, revision]: readonly [T, T],
): [T, T] {
  return turned(directionAt(scope, sender), [base, revision]);
}
