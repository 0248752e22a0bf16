import type { ApiDocument } from "../../document/api-document.ts";
import { valueAt } from "../../document/pointer.ts";
import { isDate, objectOf, sameJson } from "../../json-value.ts";
import type { Removal, Spot } from "../operations/removal.ts";
import { removalsBetween } from "../operations/removals-between.ts";
import { isOfMember } from "../operations/spot-of.ts";
import { additionOf, type RuleId } from "../rules.ts";

/** The same finding in several operations, which refer to one part of the description. */
export interface FindingGroup {
  readonly first: Removal;
  /** Those with the shortest paths, shortest first; three at most. */
  nearest: readonly Removal[];
  readonly subjects: Set<string>;
  /** The days that the base announced for the end of what was removed; empty if it announced none. */
  readonly sunsets: Set<string>;
  /** Whether several paths lead to the part. */
  hasOtherPlaces: boolean;
}

/**
 * Compares both ways: what the revision lacks was removed, and what the base lacks was added. A changed value shows up
 * both ways; only the removal stays, because it is the one that breaks.
 */
export function findingsBetween(base: ApiDocument, revision: ApiDocument): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  const removedParts = new Set<string>();
  for (const removal of removalsBetween(base, revision)) {
    removedParts.add(partKey(removal));
    addTo(groups, removal, revision);
  }
  for (const removal of removalsBetween(revision, base)) {
    const rule = additionOf(removal.rule);
    if (!rule) continue;
    const addition = additionFrom(removal, rule);
    if (!removedParts.has(partKey(addition))) addTo(groups, addition, revision);
  }
  return [...groups.values()];
}

/** Turns what is missing on the way back, from the revision to the base, into an addition, which needs no example. */
function additionFrom(removal: Removal, rule: RuleId): Removal {
  const { subject, at, reason } = removal;
  return {
    rule,
    subject,
    at,
    reason,
    base: removal.revision,
    revision: removal.base,
    baseSpot: removal.revisionSpot,
    revisionSpot: removal.baseSpot,
  };
}

function addTo(groups: Map<string, FindingGroup>, finding: Removal, revision: ApiDocument): void {
  const { rule, revisionSpot } = finding;
  // One line of the revision is one entry, whatever the base had there; a removed path has no line.
  const isLine = revisionSpot !== undefined && revisionSpot.node !== revision.root;
  const part = partKey(isLine ? { ...finding, baseSpot: undefined } : finding);
  const key = JSON.stringify([rule, finding.base, finding.revision, part]);
  const group = groups.get(key) ?? {
    first: finding,
    nearest: [],
    subjects: new Set(),
    sunsets: new Set(),
    hasOtherPlaces: false,
  };
  groups.set(key, group);
  group.subjects.add(finding.subject);
  group.sunsets.add(sunsetOf(finding));
  const lengthOf = (each: Removal) => each.at.length;
  const [, , third] = group.nearest;
  if (!third || lengthOf(finding) < lengthOf(third)) {
    const nearest = [...group.nearest, finding].toSorted((a, b) => lengthOf(a) - lengthOf(b));
    group.nearest = nearest.slice(0, 3);
  }
  group.hasOtherPlaces ||= !sameJson(finding.at, group.first.at);
}

/** The day of `x-sunset` of what the base has deprecated; empty if it has none. */
function sunsetOf({ rule, baseSpot }: Removal): string {
  const removed = rule.endsWith("-removed") ? objectOf(valueAt(baseSpot?.node, baseSpot?.path ?? [])) : {};
  const day = String(removed["x-sunset"] ?? "").slice(0, 10);
  return removed.deprecated === true && isDate(day) ? day : "";
}

/** Whether the last name of the path says what changed. */
export function endsWithMember({ reason, baseSpot, revisionSpot }: Removal): boolean {
  return !reason || isOfMember(reason, [baseSpot, revisionSpot]);
}

/** Identifies what changed by its objects, wherever operations refer to them; without objects, by its place. */
function partKey(finding: Removal): string {
  const { at, subject, baseSpot, revisionSpot } = finding;
  const spot = revisionSpot ?? baseSpot;
  const place = spot ? endsWithMember(finding) && at.at(-1) : [subject, ...at];
  return JSON.stringify([numberOf(baseSpot), numberOf(revisionSpot), spot?.keys[0], place]);
}

// A key is text, so each object gets a number.
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(spot: Spot | undefined): number {
  if (!spot) return 0;
  const number = numbers.get(spot.node) ?? ++lastNumber;
  numbers.set(spot.node, number);
  return number;
}
