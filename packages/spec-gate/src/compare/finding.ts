import type { ApiDocument } from "../document/api-document.ts";
import type { Removal, Spot } from "./removal.ts";
import { removalsBetween } from "./removals-between.ts";
import { additionOf, type RuleId } from "./rules.ts";

/** A removal with the rule that interprets it and its positions in both versions. */
export interface Finding {
  readonly removal: Removal;
  readonly rule: RuleId;
  readonly baseSpot: Spot | undefined;
  readonly revisionSpot: Spot | undefined;
}

/**
 * Compares both ways: what the revision lacks was removed, and what the base lacks was added. A changed value shows up
 * both ways; only the removal stays, because it is the one that breaks.
 */
export function findingsBetween(base: ApiDocument, revision: ApiDocument): Finding[] {
  const removed = removalsBetween(base, revision).map((removal): Finding => {
    return { removal, rule: removal.rule, baseSpot: removal.olderSpot, revisionSpot: removal.newerSpot };
  });
  const added = removalsBetween(revision, base).flatMap((removal): Finding[] => {
    const rule = additionOf(removal.rule);
    return rule ? [{ removal, rule, baseSpot: removal.newerSpot, revisionSpot: removal.olderSpot }] : [];
  });
  const removedParts = new Set(removed.map(partKey));
  return [...removed, ...added.filter((finding) => !removedParts.has(partKey(finding)))];
}

/** Groups the same finding of several operations, which refer to one part of the description. */
export function groupByPart(findings: readonly Finding[], revision: ApiDocument): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { rule, removal, revisionSpot } = finding;
    // One line of the revision is one entry, whatever the base had there; a removed path has no line.
    const isLine = revisionSpot !== undefined && revisionSpot.node !== revision.root;
    const part = partKey(isLine ? { ...finding, baseSpot: undefined } : finding);
    const key = JSON.stringify([rule, removal.older, removal.newer, part]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

/** Identifies what changed by its objects, wherever operations refer to them; without objects, by its place. */
function partKey({ removal: { at, subject }, baseSpot, revisionSpot }: Finding): string {
  const spot = revisionSpot ?? baseSpot;
  const place = spot ? at.at(-1) : [subject, ...at];
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
