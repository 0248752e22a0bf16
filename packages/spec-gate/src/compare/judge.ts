import type { ApiDocument } from "../document/api-document.ts";
import { pointerText } from "../document/pointer.ts";
import { fingerprint } from "../fingerprint.ts";
import type { JsonObject } from "../json-value.ts";
import type { Change, Verdict } from "./change.ts";
import { malformedChanges } from "./malformed-changes.ts";
import type { Removal, Spot } from "./removal.ts";
import { removalsBetween } from "./removals-between.ts";
import { impacts, isBlocking } from "./rule.ts";
import { additionOf, type RuleId, rules } from "./rules.ts";
import { type TextChanges, textChangesBetween } from "./text-changes.ts";

/** A removal with the rule that interprets it and its positions in both versions. */
interface Finding {
  readonly removal: Removal;
  readonly rule: RuleId;
  readonly baseSpot: Spot | undefined;
  readonly revisionSpot: Spot | undefined;
}

/**
 * Judges a revision of an API description. A promise that only the base makes is breaking, one that only the
 * revision makes is an addition, and any other difference is text.
 */
export function judge(base: ApiDocument, revision: ApiDocument): Verdict {
  const removed = removalsBetween(base, revision).map((removal): Finding => {
    return { removal, rule: removal.rule, baseSpot: removal.olderSpot, revisionSpot: removal.newerSpot };
  });
  const removedBack = removalsBetween(revision, base).flatMap((removal): Finding[] => {
    const rule = additionOf(removal.rule);
    return rule ? [{ removal, rule, baseSpot: removal.newerSpot, revisionSpot: removal.olderSpot }] : [];
  });
  const findings = [...removed, ...withoutTwins(removedBack, removed)];
  const contract = grouped(findings, revision).map((group) => changeOf(group, base, revision));
  const malformed = malformedChanges(base, revision);
  const written = textChangesBetween(base.raw, revision.raw);
  const unjudged = unjudgedChanges(written, revision);
  const isChanged =
    contract.length + unjudged.length > 0 || malformed.some(({ rule }) => rule === "not-judged");
  const texts = textChanges(written, base, revision, isChanged);
  // A part that was already malformed is reported next to other changes; it is not a change by itself.
  const changes = isChanged || texts.length > 0 ? [...contract, ...unjudged, ...malformed, ...texts] : [];
  changes.sort((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));
  return { impact: changes[0]?.impact ?? "none", changes };
}

/** A changed value shows up as a removal and as an addition; keep only the one that breaks. */
function withoutTwins(added: readonly Finding[], removed: readonly Finding[]): Finding[] {
  const taken = new Set(removed.map(spotKey));
  return added.filter((finding) => !taken.has(spotKey(finding)));
}

const ids = new WeakMap<object, number>();
let lastId = 0;

function idOf(spot: Spot | undefined): number {
  if (!spot) return 0;
  const id = ids.get(spot.node) ?? ++lastId;
  ids.set(spot.node, id);
  return id;
}

/** Identifies a change by its rule and objects, or by its place if it has none. */
function spotKey({ removal, baseSpot, revisionSpot }: Finding): string {
  const place = (baseSpot ?? revisionSpot) ? removal.at.at(-1) : [removal.subject, ...removal.at];
  const { keys = [] } = revisionSpot ?? baseSpot ?? {};
  return JSON.stringify([idOf(baseSpot), idOf(revisionSpot), keys[0], place]);
}

/** Groups the findings that several operations share because they use the same part. */
function grouped(findings: readonly Finding[], revision: ApiDocument): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { rule, removal } = finding;
    const { revisionSpot } = finding;
    // One line of the revision is one entry, whatever the base had there; a removed path has no line.
    const isLine = revisionSpot !== undefined && revisionSpot.node !== revision.root;
    const spot = isLine ? spotKey({ ...finding, baseSpot: undefined }) : spotKey(finding);
    const key = JSON.stringify([rule, removal.older, removal.newer, spot]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

function changeOf(group: readonly Finding[], base: ApiDocument, revision: ApiDocument): Change {
  const [first] = group;
  if (!first) throw new Error("a group of findings has one at least");
  const { removal, rule, baseSpot, revisionSpot } = first;
  const { impact, who, message, instead } = rules[rule];
  const isForward = rule === removal.rule;
  const [before, after] = isForward ? [removal.older, removal.newer] : [removal.newer, removal.older];
  const location =
    (revisionSpot && revision.positionOf(revisionSpot.node, revisionSpot.keys, revisionSpot.path)) ??
    (baseSpot && base.positionOf(baseSpot.node, baseSpot.keys, baseSpot.path));
  return {
    rule,
    impact,
    who,
    subjects: [...new Set(group.map(({ removal: { subject } }) => subject))],
    place: placeOf(group, base, revision),
    message: removal.note === undefined ? message : `${message} (${removal.note})`,
    ...(before === undefined ? {} : { base: before }),
    ...(after === undefined ? {} : { revision: after }),
    ...(isBlocking(impact) && instead ? { instead } : {}),
    ...(location ? { location } : {}),
  };
}

/** The place, or that of the shared schema if several paths lead to it. */
function placeOf(group: readonly Finding[], base: ApiDocument, revision: ApiDocument): string {
  const places = [...new Set(group.map(({ removal: { at } }) => at.join(" › ")))];
  const [{ baseSpot, revisionSpot, removal } = {}] = group;
  const written = [
    revisionSpot && pointerOf(revision, revisionSpot),
    baseSpot && pointerOf(base, baseSpot),
  ].filter((pointer) => pointer?.[1] === "schemas");
  const [longest] = written.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0));
  if (places.length === 1 || !longest) return places[0] ?? "";
  const [, , name, ...inner] = longest;
  const names = inner.filter((_, index) => inner[index - 1] === "properties");
  const last = removal?.at.at(-1) ?? "";
  return [`schema ${name}`, ...names, ...(names.at(-1) === last || last === name ? [] : [last])].join(" › ");
}

function pointerOf(document: ApiDocument, { node, path = [] }: Spot): readonly string[] | undefined {
  const pointer = document.pointerOf(node);
  return pointer && [...pointer, ...path];
}

/** Names the keywords of OpenAPI 3.2 that the gate does not compare, if they differ. */
function unjudgedChanges({ unjudged }: TextChanges, revision: ApiDocument): Change[] {
  const places = new Map(unjudged.map((parts) => [pointerText(parts), parts]));
  return [...places].map(([place, parts]): Change => {
    const { impact, who, instead } = rules["not-judged"];
    return {
      rule: "not-judged",
      impact,
      who,
      subjects: ["document"],
      place,
      message: `the gate does not judge ${parts.at(-1)}, which is new in OpenAPI 3.2`,
      ...(instead ? { instead } : {}),
      location: revision.source.positionOf(parts),
    };
  });
}

function textChanges(
  { texts, hasOthers }: TextChanges,
  base: ApiDocument,
  revision: ApiDocument,
  hasContractChanges: boolean,
): Change[] {
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

/** The linked document, so that changes in referenced files show. */
function withoutVersion({ root }: ApiDocument): JsonObject {
  const { info: _info, ...rest } = root;
  return rest;
}
