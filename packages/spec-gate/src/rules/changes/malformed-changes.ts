import type { ApiDocument } from "../../document/api-document.ts";
import { type Malformed, malformedParts } from "../../document/malformed.ts";
import { pointerText } from "../../document/pointer.ts";
import { shortText } from "../../json-value.ts";
import { rules } from "../rules.ts";
import type { Change } from "./change.ts";

/**
 * Reports the malformed parts of both versions. Those of the base are already published and do not block a
 * change; those that the revision introduces have no verdict.
 */
export function malformedChanges(base: ApiDocument, revision: ApiDocument): Change[] {
  const [before, after] = [base, revision].map((document) => {
    return new Map(malformedParts(document.root).map((part) => [keyOf(part, document), part]));
  });
  const known = [...(before ?? [])].map(([key, part]) =>
    changeOf(part, after?.has(key) ? revision : base, { isNew: false, isKept: after?.has(key) === true }),
  );
  const brought = [...(after ?? [])].filter(([key]) => !before?.has(key));
  return [...brought.map(([, part]) => changeOf(part, revision, { isNew: true, isKept: true })), ...known];
}

function keyOf({ node, path, value }: Malformed, document: ApiDocument): string {
  return JSON.stringify([document.pointerOf(node), path, shortText(value)]);
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
