import type { ApiDocument } from "../../document/api-document.ts";
import { fingerprint } from "../../document/fingerprint.ts";
import { type Malformed, malformedParts } from "../../document/malformed.ts";
import { pointerText } from "../../document/pointer.ts";
import { shortText } from "../../json-value.ts";
import { rules } from "../rules.ts";
import type { Change } from "./change.ts";

/**
 * Reports the malformed parts of both versions. Those of the base are already published and do not block a
 * change; those that the revision introduces or changes have no verdict.
 */
export function malformedChanges(base: ApiDocument, revision: ApiDocument): Change[] {
  const [before, after] = [base, revision].map((document) => {
    return new Map(malformedParts(document.root).map((part) => [keyOf(part, document), part]));
  });
  const known = [...(before ?? [])].map(([key, part]) => {
    const kept = after?.get(key);
    return kept
      ? changeOf(kept, revision, { isNew: false, isKept: true })
      : changeOf(part, base, { isNew: false, isKept: false });
  });
  const brought = [...(after ?? [])].filter(([key]) => !before?.has(key));
  return [...brought.map(([, part]) => changeOf(part, revision, { isNew: true, isKept: true })), ...known];
}

function keyOf({ node, path, value }: Malformed, document: ApiDocument): string {
  // References are followed: what a part refers to belongs to it.
  return JSON.stringify([document.pointerOf(node), path, fingerprint({ value })]);
}

function changeOf(
  { node, path, value, message }: Malformed,
  document: ApiDocument,
  { isNew, isKept }: { readonly isNew: boolean; readonly isKept: boolean },
): Change {
  const { impact, who } = rules["not-judged"];
  const location = document.positionOf(node, [], path);
  const place = pointerText([...(document.pointerOf(node) ?? []), ...path]);
  const said = isKept ? message : `${message}; ignored in the base`;
  return {
    ...(isNew ? { rule: "not-judged", impact, who } : { rule: "malformed", impact: "patch", who: "nobody" }),
    subjects: ["document"],
    place,
    message: said,
    ...(isKept ? { revision: shortText(value) } : { base: shortText(value) }),
    ...(isNew ? { instead: "fix the description" } : {}),
    ...(location ? { location } : {}),
  };
}
