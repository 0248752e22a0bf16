import type { ApiDocument } from "../../document/api-document.ts";
import { valueAt } from "../../document/pointer.ts";
import { isDate, objectOf, sameJson } from "../../json-value.ts";
import type { Removal, Spot } from "../operations/removal.ts";
import { removalsBetween } from "../operations/removals-between.ts";
import { isOfMember } from "../operations/spot-of.ts";
import { additionOf, type RuleId } from "../rules.ts";

/** A removal with the rule that interprets it and its positions in both versions. */
export interface Finding {
  readonly removal: Removal;
  readonly rule: RuleId;
  readonly baseSpot: Spot | undefined;
  readonly revisionSpot: Spot | undefined;
}

/** The same finding in several operations, which refer to one part of the description. */
export interface FindingGroup {
  readonly first: Finding;
  /** Those with the shortest paths, shortest first; three at most. */
  nearest: readonly Finding[];
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
    const { rule, olderSpot, newerSpot } = removal;
    const finding = { removal, rule, baseSpot: olderSpot, revisionSpot: newerSpot };
    removedParts.add(partKey(finding));
    addTo(groups, finding, revision);
  }
  for (const removal of removalsBetween(revision, base)) {
    const rule = additionOf(removal.rule);
    if (!rule) continue;
    const finding = { removal, rule, baseSpot: removal.newerSpot, revisionSpot: removal.olderSpot };
    if (!removedParts.has(partKey(finding))) addTo(groups, finding, revision);
  }
  return [...groups.values()];
}

function addTo(groups: Map<string, FindingGroup>, finding: Finding, revision: ApiDocument): void {
  const { rule, removal, revisionSpot } = finding;
  // One line of the revision is one entry, whatever the base had there; a removed path has no line.
  const isLine = revisionSpot !== undefined && revisionSpot.node !== revision.root;
  const part = partKey(isLine ? { ...finding, baseSpot: undefined } : finding);
  const key = JSON.stringify([rule, removal.older, removal.newer, part]);
  const group = groups.get(key) ?? {
    first: finding,
    nearest: [],
    subjects: new Set(),
    sunsets: new Set(),
    hasOtherPlaces: false,
  };
  groups.set(key, group);
  group.subjects.add(removal.subject);
  group.sunsets.add(sunsetOf(finding));
  const lengthOf = (each: Finding) => each.removal.at.length;
  const [, , third] = group.nearest;
  if (!third || lengthOf(finding) < lengthOf(third)) {
    const nearest = [...group.nearest, finding].toSorted((a, b) => lengthOf(a) - lengthOf(b));
    group.nearest = nearest.slice(0, 3);
  }
  group.hasOtherPlaces ||= !sameJson(removal.at, group.first.removal.at);
}

/** The day of `x-sunset` of what the base has deprecated; empty if it has none. */
function sunsetOf({ rule, baseSpot }: Finding): string {
  const removed = rule.endsWith("-removed") ? objectOf(valueAt(baseSpot?.node, baseSpot?.path ?? [])) : {};
  const day = String(removed["x-sunset"] ?? "").slice(0, 10);
  return removed.deprecated === true && isDate(day) ? day : "";
}

/** Whether the last name of the path says what changed. */
export function endsWithMember({ removal: { reason }, baseSpot, revisionSpot }: Finding): boolean {
  return !reason || isOfMember(reason, [baseSpot, revisionSpot]);
}

/** Identifies what changed by its objects, wherever operations refer to them; without objects, by its place. */
function partKey(finding: Finding): string {
  const { removal, baseSpot, revisionSpot } = finding;
  const { at, subject } = removal;
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
