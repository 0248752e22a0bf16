import { isOpaque } from "../../document/opaque.ts";
import { isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { compareContent, findMediaType } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, removalIf, type Scope, turnedAt } from "./scope.ts";

/** Finds what an operation's request body no longer offers. */
export function compareBodies(outer: Scope, base: Operation, revision: Operation): Removal[] {
  const scope = inner(outer, "request body");
  const baseBody = base.node.requestBody;
  const revisionBody = revision.node.requestBody;
  if (isOpaque(baseBody) || isOpaque(revisionBody)) return [];
  const nodes = { baseNode: baseBody ?? base.node, revisionNode: revisionBody ?? revision.node };
  const [a, b] = turnedAt(scope, "caller", [baseBody, revisionBody]);
  const isNeeded = objectOf(b).required === true && objectOf(a).required !== true;
  const sides = { base: requiredText(baseBody), revision: requiredText(revisionBody), keys: ["required"] };
  const removals = removalIf(isNeeded, scope, "body-required", { ...sides, ...nodes });
  if (!isObject(baseBody)) return removals;
  if (!isObject(revisionBody)) return [removal(scope, "body-removed", nodes)];
  const [baseContent, revisionContent] = [objectOf(baseBody.content), objectOf(revisionBody.content)];
  return [
    ...removals,
    ...(scope.isReversed ? addedMediaTypes(scope, baseContent, revisionContent) : []),
    ...compareContent(scope, "caller", baseContent, revisionContent),
  ];
}

/** A webhook's receivers cannot choose the media type, so a new one may reach receivers that do not know it. */
function addedMediaTypes(scope: Scope, base: JsonObject, revision: JsonObject): Removal[] {
  const added = Object.keys(revision).filter((name) => !findMediaType(base, name));
  if (Object.keys(base).length === 0) return [];
  return added.map((name) =>
    removal(inner(scope, name), "webhook-media-type-added", {
      revision: name,
      baseNode: base,
      revisionNode: revision,
      keys: [name],
    }),
  );
}

function requiredText(body: unknown): string {
  if (!isObject(body)) return "no body";
  return body.required === true ? "required" : "optional";
}
