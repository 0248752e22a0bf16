import { isObject, objectOf } from "../json-value.ts";
import { compareContent } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, type Scope } from "./scope.ts";

/** What of the request body of an operation is lost. */
export function compareBodies(outer: Scope, older: Operation, newer: Operation): Removal[] {
  const scope = inner(outer, "request body");
  const before = older.node.requestBody;
  const after = newer.node.requestBody;
  const nodes = { olderNode: before ?? older.node, newerNode: after ?? newer.node };
  const removals: Removal[] = [];
  const [lax, strict] = scope.isReversed ? [after, before] : [before, after];
  if (objectOf(strict).required === true && objectOf(lax).required !== true) {
    const sides = { older: requiredText(before), newer: requiredText(after) };
    removals.push(removal(scope, "body-required", { ...sides, ...nodes }));
  }
  if (!isObject(before)) return removals;
  if (!isObject(after)) return [removal(scope, "body-removed", nodes)];
  return [...removals, ...compareContent(scope, "caller", objectOf(before.content), objectOf(after.content))];
}

function requiredText(body: unknown): string {
  if (!isObject(body)) return "no body";
  return body.required === true ? "required" : "optional";
}
