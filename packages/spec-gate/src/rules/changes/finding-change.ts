import type { ApiDocument } from "../../document/api-document.ts";
import type { Removal, Spot } from "../operations/removal.ts";
import { isBlocking } from "../rule.ts";
import { rules } from "../rules.ts";
import type { Change } from "./change.ts";
import { endsWithMember, type FindingGroup } from "./finding.ts";

/** Describes the findings of one part as one change, which names every operation that it affects. */
export function changeOfGroup(group: FindingGroup, base: ApiDocument, revision: ApiDocument): Change {
  const { first } = group;
  const { rule, baseSpot, revisionSpot } = first;
  const { impact, who, message, instead } = rules[rule];
  const location =
    (revisionSpot && revision.positionOf(revisionSpot.node, revisionSpot.keys, revisionSpot.path)) ??
    (baseSpot && base.positionOf(baseSpot.node, baseSpot.keys, baseSpot.path));
  return {
    rule,
    impact,
    who,
    subjects: [...group.subjects],
    place: placeOf(group, base, revision),
    message: messageOf(first, message),
    ...(first.base === undefined ? {} : { base: first.base }),
    ...(first.revision === undefined ? {} : { revision: first.revision }),
    ...(isBlocking(impact) && instead ? { instead } : {}),
    ...(group.sunsets.has("") ? {} : { sunset: [...group.sunsets].toSorted().at(-1) ?? "" }),
    ...(location ? { location } : {}),
  };
}

function messageOf({ undecided, note }: Removal, message: string): string {
  const said =
    undecided === undefined
      ? message
      : `it cannot be proven that nothing is lost, because the gate does not compare ${undecided}`;
  return note === undefined ? said : `${said} (${note})`;
}

/** The path within the operation; if several paths lead to a component, `schema Name` and the path within it. */
function placeOf({ first, hasOtherPlaces }: FindingGroup, base: ApiDocument, revision: ApiDocument): string {
  const { at, baseSpot, revisionSpot } = first;
  // One version may have the schema in a component, and the other inside another schema.
  const inComponents = [pointerOf(revision, revisionSpot), pointerOf(base, baseSpot)].filter(
    ([, section]) => section === "schemas",
  );
  // Of two, the one with more keys says more about the place inside the component.
  const [longest] = inComponents.toSorted((a, b) => b.length - a.length);
  if (!hasOtherPlaces || !longest) return at.join(" › ");
  // components, schemas, the name of the schema, and the keys inside it
  const [schemaName = "", ...inner] = longest.slice(2);
  const properties = inner.filter((_, index) => inner[index - 1] === "properties");
  const path = [`schema ${schemaName}`, ...properties];
  const isWhole = !endsWithMember(first) && inner.every((key) => /^((all|one|any)Of|\d+)$/.test(key));
  const changed = at.at(-1) ?? "";
  // The path often ends with what changed, which is named once.
  const endsThere = isWhole || changed === schemaName || changed === properties.at(-1);
  return (endsThere ? path : [...path, changed]).join(" › ");
}

/** Returns the parts of the pointer to the spot, such as `components`, `schemas` and the name of a component. */
function pointerOf(document: ApiDocument, spot: Spot | undefined): readonly string[] {
  const pointer = spot && document.originOf(spot.node)?.pointer;
  return pointer ? [...pointer, ...(spot.path ?? [])] : [];
}
