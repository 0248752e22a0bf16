import type { ApiDocument } from "../document/api-document.ts";
import { pointerText } from "../document/pointer.ts";
import { fingerprint } from "../fingerprint.ts";
import type { Change, Verdict } from "./change.ts";
import type { Removal } from "./removal.ts";
import { removalsBetween } from "./removals-between.ts";
import type { Impact } from "./rule.ts";
import { rules } from "./rules.ts";
import { textChangesBetween } from "./text-changes.ts";

const order: readonly Impact[] = ["none", "patch", "minor", "major"];

/**
 * Judges a revision of an API description. What the base promised and the revision does not is breaking; what only
 * the revision promises is an addition; the rest is text.
 */
export function judge(base: ApiDocument, revision: ApiDocument): Verdict {
  const removals = removalsBetween(base, revision).map((each) => removalChange(each, base, revision));
  const additions = removalsBetween(revision, base).map((each) => additionChange(each, revision));
  const contract = [...grouped(removals), ...withoutTwins(grouped(additions), removals)];
  const changes = [...contract, ...textChanges(base, revision, contract.length > 0)];
  changes.sort((a, b) => order.indexOf(b.impact) - order.indexOf(a.impact));
  return { impact: changes[0]?.impact ?? "none", changes };
}

function removalChange(each: Removal, base: ApiDocument, revision: ApiDocument): Change {
  const rule = rules[each.rule];
  const location =
    (each.newerNode && revision.positionOf(each.newerNode)) ??
    (each.olderNode && base.positionOf(each.olderNode));
  return {
    rule: each.rule,
    impact: rule.impact,
    who: rule.impact === "major" ? rule.who : "nobody",
    subjects: [each.subject],
    place: each.at.join(" › "),
    message: rule.lost,
    ...(each.older === undefined ? {} : { base: each.older }),
    ...(each.newer === undefined ? {} : { revision: each.newer }),
    ...(rule.impact === "major" ? { instead: rule.instead } : {}),
    ...(location ? { location } : {}),
  };
}

/** A removal of the way back is an addition of the way there. */
function additionChange(each: Removal, revision: ApiDocument): Change {
  const location = each.olderNode && revision.positionOf(each.olderNode);
  return {
    rule: each.rule,
    impact: "minor",
    who: "nobody",
    subjects: [each.subject],
    place: each.at.join(" › "),
    message: rules[each.rule].gained,
    ...(each.newer === undefined ? {} : { base: each.newer }),
    ...(each.older === undefined ? {} : { revision: each.older }),
    ...(location ? { location } : {}),
  };
}

/** One entry for a change of a part that several operations share. */
function grouped(changes: readonly Change[]): Change[] {
  const groups = new Map<string, { first: Change; subjects: Set<string> }>();
  for (const change of changes) {
    const { rule, base, revision, location, place } = change;
    const last = place.slice(place.lastIndexOf(" › ") + 1);
    const key = JSON.stringify([rule, base, revision, location ?? place, last]);
    const group = groups.get(key) ?? { first: change, subjects: new Set<string>() };
    for (const subject of change.subjects) group.subjects.add(subject);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, subjects }) => ({ ...first, subjects: [...subjects] }));
}

/** A value that changed is lost one way and gained the other; one entry says it. */
function withoutTwins(additions: readonly Change[], removals: readonly Change[]): Change[] {
  const keyOf = ({ rule, subjects, place }: Change) => JSON.stringify([rule, subjects[0], place]);
  const lost = new Set(removals.map(keyOf));
  return additions.filter((addition) => !lost.has(keyOf(addition)));
}

function textChanges(base: ApiDocument, revision: ApiDocument, hasContractChanges: boolean): Change[] {
  const { texts, hasOthers } = textChangesBetween(base.raw, revision.raw);
  const changes = texts.map((parts): Change => {
    const location = revision.source.positionOf(parts);
    const place = pointerText(parts);
    return {
      rule: "text-changed",
      impact: "patch",
      who: "nobody",
      subjects: ["document"],
      place,
      message: "the text changed",
      location,
    };
  });
  const isRearranged =
    hasOthers ||
    (texts.length === 0 && fingerprint(withoutVersion(base)) !== fingerprint(withoutVersion(revision)));
  if (hasContractChanges || !isRearranged) return changes;
  const message = "the description was rearranged; requests and responses are the same";
  return [
    ...changes,
    { rule: "rearranged", impact: "patch", who: "nobody", subjects: ["document"], place: "#", message },
  ];
}

/** The linked document, which shows a change in a referenced file. */
function withoutVersion({ root }: ApiDocument): object {
  const { info: _info, ...rest } = root;
  return rest;
}
