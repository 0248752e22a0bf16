import type { ApiDocument } from "../../document/api-document.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import { pointerText } from "../../document/pointer.ts";
import type { JsonObject } from "../../json-value.ts";
import { impacts } from "../rule.ts";
import { rules } from "../rules.ts";
import type { Change, Evidence, Verdict } from "./change.ts";
import { type Finding, findingsBetween } from "./finding.ts";
import { changeOfGroup } from "./finding-change.ts";
import { malformedChanges } from "./malformed-changes.ts";
import { type TextChanges, textChangesBetween } from "./text-changes.ts";

/** Finds the evidence for a change with its findings; `undefined` for one that does not break. */
export type EvidenceOf = (change: Change, findings: readonly Finding[]) => Evidence | undefined;

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
  const malformed = malformedChanges(base, revision);
  const written = textChangesBetween(base.raw, revision.raw);
  const unjudged = unjudgedChanges(written, revision);
  // A malformed part that is new has the rule `not-judged`. One that the base had is reported beside other changes
  // only.
  const hasNewFault = malformed.some(({ rule }) => rule === "not-judged");
  const isChanged = contract.length > 0 || unjudged.length > 0 || hasNewFault;
  const texts = textChanges(written, revision);
  // Other changes explain why the documents differ; only without any is the difference a rearrangement.
  if (!isChanged && isRearranged(written, base, revision)) texts.push(rearranged);
  const changes = isChanged || texts.length > 0 ? [...contract, ...unjudged, ...malformed, ...texts] : [];
  changes.sort((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));
  return { impact: changes[0]?.impact ?? "none", changes };
}

/** Names the keywords of OpenAPI 3.2 that the gate does not compare, if they differ. */
function unjudgedChanges({ unjudged }: TextChanges, revision: ApiDocument): Change[] {
  const places = new Map(unjudged.map((parts) => [pointerText(parts), parts]));
  const { impact, who, instead } = rules["not-judged"];
  return [...places].map(([place, parts]) => ({
    rule: "not-judged",
    impact,
    who,
    subjects: ["document"],
    place,
    message: `the gate does not judge ${parts.at(-1)}, which is new in OpenAPI 3.2`,
    ...(instead ? { instead } : {}),
    location: revision.source.positionOf(parts),
  }));
}

const harmless = { impact: "patch", who: "nobody", subjects: ["document"] } as const;

const rearranged: Change = {
  ...harmless,
  rule: "rearranged",
  place: "#",
  message: "the description was rearranged; requests and responses are the same",
};

function textChanges({ texts }: TextChanges, revision: ApiDocument): Change[] {
  return texts.map((parts) => ({
    ...harmless,
    rule: "text-changed",
    place: pointerText(parts),
    message: "the text changed",
    location: revision.source.positionOf(parts),
  }));
}

/**
 * Whether the documents differ in more than texts: in the root, or in a referenced file. Fingerprints, which tell the
 * latter, also count texts such as `tags`, so that they prove nothing if the root has other texts. `info` has only
 * texts.
 */
function isRearranged({ texts, hasOthers }: TextChanges, base: ApiDocument, revision: ApiDocument): boolean {
  const linked = ({ root: { info: _info, ...rest } }: ApiDocument): JsonObject => rest;
  return hasOthers || (texts.length === 0 && fingerprint(linked(base)) !== fingerprint(linked(revision)));
}
