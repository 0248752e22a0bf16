import type { ApiDocument } from "../../document/api-document.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import { pointerText, valueAt } from "../../document/pointer.ts";
import type { JsonObject } from "../../json-value.ts";
import type { Removal } from "../operations/removal.ts";
import { impacts } from "../rule.ts";
import type { Change, Evidence, Verdict } from "./change.ts";
import { findingsBetween } from "./finding.ts";
import { changeOfGroup } from "./finding-change.ts";
import { type TextChanges, textChangesBetween } from "./text-changes.ts";
import { unreadChanges } from "./unread-changes.ts";

/** Finds the evidence for a change with its findings; `undefined` for one that does not break. */
export type EvidenceOf = (change: Change, findings: readonly Removal[]) => Evidence | undefined;

/**
 * Judges a revision of an API description. A promise that only the base makes is breaking, and one that only the
 * revision makes is an addition. The rest is text, a rearrangement, or not judged.
 *
 * @param evidenceOf finds the evidence for a breaking change; without it no change has any
 */
export function judge(base: ApiDocument, revision: ApiDocument, evidenceOf?: EvidenceOf): Verdict {
  const contract = findingsBetween(base, revision).map((group) => {
    const change = changeOfGroup(group, base, revision);
    const evidence = evidenceOf?.(change, group.nearest);
    return { ...change, ...(evidence ? { evidence } : {}) };
  });
  const unread = unreadChanges(base, revision);
  const written = textChangesBetween(base.raw, revision.raw);
  // A malformed part that both versions have is reported only together with other changes.
  const isChanged = contract.length > 0 || unread.some(({ rule }) => rule === "not-judged");
  const texts = textChanges(written, base, revision);
  // Other changes explain why the documents differ; only without any is the difference a rearrangement.
  if (!isChanged && isRearranged(written, base, revision)) texts.push(rearranged(unread.length === 0));
  const changes = isChanged || texts.length > 0 ? [...contract, ...unread, ...texts] : [];
  return verdictOf(changes);
}

/** Judges a first description: nothing can break, but what the gate does not know has no verdict. */
export function judgeFirst(revision: ApiDocument): Verdict {
  return verdictOf(unreadChanges(undefined, revision));
}

function verdictOf(changes: readonly Change[]): Verdict {
  const sorted = changes.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));
  return { impact: sorted[0]?.impact ?? "none", changes: sorted };
}

const harmless = { impact: "patch", who: "nobody", subjects: ["document"] } as const;

function rearranged(isAllRead: boolean): Change {
  const message = "the description was rearranged";
  return {
    ...harmless,
    rule: "rearranged",
    place: "#",
    message: isAllRead ? `${message}; requests and responses are the same` : message,
  };
}

function textChanges({ texts }: TextChanges, base: ApiDocument, revision: ApiDocument): Change[] {
  const how = (parts: readonly string[]) => {
    if (valueAt(base.raw, parts) === undefined) return "was added";
    return valueAt(revision.raw, parts) === undefined ? "was removed" : "changed";
  };
  return texts.map((parts) => ({
    ...harmless,
    rule: "text-changed",
    place: pointerText(parts),
    message: `the text ${how(parts)}`,
    location: revision.source.positionOf(parts),
  }));
}

/**
 * Whether the documents differ in more than texts: in the root, or in a referenced file. Fingerprints, which show the
 * latter, also count texts such as `tags`, so they prove nothing if the root has other texts. `info` has only texts.
 */
function isRearranged({ texts, hasOthers }: TextChanges, base: ApiDocument, revision: ApiDocument): boolean {
  const linked = ({ root: { info: _info, ...rest } }: ApiDocument): JsonObject => rest;
  return hasOthers || (texts.length === 0 && fingerprint(linked(base)) !== fingerprint(linked(revision)));
}
