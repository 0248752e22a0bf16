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
  readonly older: ApiDocument;
  readonly newer: ApiDocument;
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
  readonly older?: string;
  readonly newer?: string;
  readonly olderNode?: unknown;
  readonly newerNode?: unknown;
  /** The keys that differ, in both objects or in one of them. */
  readonly keys?: readonly string[];
  readonly olderKeys?: readonly string[];
  readonly newerKeys?: readonly string[];
  /** The path from the older object to what is shown of it. */
  readonly olderPath?: readonly string[];
  readonly newerPath?: readonly string[];
}

/** Creates a removal at the scope. */
export function removal(scope: Scope, rule: RuleId, details: Details = {}): Removal {
  const { older, newer, olderNode, newerNode, keys = [] } = details;
  const { olderKeys = keys, newerKeys = keys, olderPath = [], newerPath = [] } = details;
  return {
    rule,
    subject: scope.subject,
    at: scope.at,
    ...(older === undefined ? {} : { older }),
    ...(newer === undefined ? {} : { newer }),
    ...(isNode(olderNode) ? { olderSpot: { node: olderNode, keys: olderKeys, path: olderPath } } : {}),
    ...(isNode(newerNode) ? { newerSpot: { node: newerNode, keys: newerKeys, path: newerPath } } : {}),
  };
}

/** The removal at the scope, if there is one. */
export function removalIf(isLost: boolean, scope: Scope, rule: RuleId, details: Details): Removal[] {
  return isLost ? [removal(scope, rule, details)] : [];
}

/** The removal of the mark that something is deprecated. */
export function deprecationWithdrawn(scope: Scope, older: JsonObject, newer: JsonObject): Removal[] {
  const isWithdrawn = older.deprecated === true && newer.deprecated !== true;
  const nodes = { olderNode: older, newerNode: newer, keys: ["deprecated"] };
  return removalIf(isWithdrawn, scope, "deprecation-withdrawn", nodes);
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Finds what a request or response schema loses. Here the older and the newer side become the `a` and `b` of schemas,
 * and what the comparison of schemas says is turned back.
 *
 * @param sender writes the values
 */
export function schemaRemovals(
  scope: Scope,
  sender: "caller" | "service",
  older: Conjunction,
  newer: Conjunction,
  around: readonly [unknown, unknown] | readonly [] = [],
): Removal[] {
  const direction = isFromCaller(scope, sender) ? "request" : "response";
  const turn = <T>(sides: readonly [T, T]) => turned(direction, sides);
  const [a, b] = turn([older, newer]);
  const [aroundA, aroundB] = turn([around[0], around[1]]).map((node) => (isNode(node) ? [node] : []));
  const outer = { direction, at: [], nodes: { a: aroundA ?? [], b: aroundB ?? [] } } as const;
  const comparison: Comparison = { ...outer, nodes: nodesOf(a, b, outer) };
  return scope.schemas.compare(a, b, comparison).map((reason) => {
    const [olderText, newerText] = turn([reason.a, reason.b]);
    const [olderSpot, newerSpot] = turn([spotOf(reason, "a"), spotOf(reason, "b")]);
    return {
      reason,
      ...placeOf(reason, scope, direction, around),
      rule: schemaRuleId(reason.kind, direction),
      subject: scope.subject,
      at: [...scope.at, ...reason.at],
      ...(olderText === undefined ? {} : { older: olderText }),
      ...(newerText === undefined ? {} : { newer: newerText }),
      ...(reason.note === undefined ? {} : { note: reason.note }),
      ...(reason.undecided === undefined ? {} : { undecided: reason.undecided }),
      ...(olderSpot ? { olderSpot } : {}),
      ...(newerSpot ? { newerSpot } : {}),
    };
  });
}

function placeOf(
  { at }: Reason,
  { part, at: outer }: Scope,
  direction: "request" | "response",
  [older, newer]: readonly unknown[],
): { readonly place?: MessagePlace } {
  if (!part || !isNode(older) || !isNode(newer)) return {};
  const path = [...part.path, ...outer.slice(part.depth), ...at];
  const [sender, reader] = turned(direction, [older, newer]);
  return { place: { path, isText: part.isText, isFromCaller: direction === "request", sender, reader } };
}

/** Whether callers of the API write the values at this place; webhooks and callbacks swap the sides. */
export function isFromCaller(scope: Scope, sender: "caller" | "service"): boolean {
  return (sender === "caller") === !scope.isReversed;
}
