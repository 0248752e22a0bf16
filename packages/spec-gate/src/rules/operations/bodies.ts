import { isOpaque } from "../../document/opaque.ts";
import { isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { compareContent, findMediaType } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, removalIf, type Scope } from "./scope.ts";

/** Finds what an operation's request body no longer offers. */
export function compareBodies(outer: Scope, older: Operation, newer: Operation): Removal[] {
  const scope = inner(outer, "request body");
  const before = older.node.requestBody;
  const after = newer.node.requestBody;
  if (isOpaque(before) || isOpaque(after)) return [];
  const nodes = { olderNode: before ?? older.node, newerNode: after ?? newer.node };
  const [lax, strict] = scope.isReversed ? [after, before] : [before, after];
  const isNeeded = objectOf(strict).required === true && objectOf(lax).required !== true;
  const sides = { older: requiredText(before), newer: requiredText(after), keys: ["required"] };
  const removals = removalIf(isNeeded, scope, "body-required", { ...sides, ...nodes });
  if (!isObject(before)) return removals;
  if (!isObject(after)) return [removal(scope, "body-removed", nodes)];
  const [own, other] = [objectOf(before.content), objectOf(after.content)];
  return [
    ...removals,
    ...(scope.isReversed ? addedMediaTypes(scope, own, other) : []),
    ...compareContent(scope, "caller", own, other),
  ];
}

/** A webhook's receivers cannot choose the media type, so a new one may reach receivers that do not know it. */
function addedMediaTypes(scope: Scope, older: JsonObject, newer: JsonObject): Removal[] {
  const added = Object.keys(newer).filter((name) => !findMediaType(older, name));
  if (Object.keys(older).length === 0) return [];
  return added.map((name) =>
    removal(inner(scope, name), "webhook-media-type-added", {
      newer: name,
      olderNode: older,
      newerNode: newer,
      keys: [name],
    }),
  );
}

function requiredText(body: unknown): string {
  if (!isObject(body)) return "no body";
  return body.required === true ? "required" : "optional";
}
