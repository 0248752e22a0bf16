import { isObject, objectOf } from "../json-value.ts";
import type { Loss } from "./loss.ts";
import { compareContent } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import { inner, loss, type Scope } from "./scope.ts";

/** What of the request body of an operation is lost. */
export function compareBodies(outer: Scope, older: Operation, newer: Operation): Loss[] {
  const scope = inner(outer, "request body");
  const before = older.node.requestBody;
  const after = newer.node.requestBody;
  const nodes = { olderNode: before ?? older.node, newerNode: after ?? newer.node };
  const losses: Loss[] = [];
  const [lax, strict] = scope.isReversed ? [after, before] : [before, after];
  if (objectOf(strict).required === true && objectOf(lax).required !== true) {
    const sides = { older: requiredText(before), newer: requiredText(after) };
    losses.push(loss(scope, "body-required", { ...sides, ...nodes }));
  }
  if (!isObject(before)) return losses;
  if (!isObject(after)) return [loss(scope, "body-removed", nodes)];
  return [...losses, ...compareContent(scope, "caller", objectOf(before.content), objectOf(after.content))];
}

function requiredText(body: unknown): string {
  if (!isObject(body)) return "no body";
  return body.required === true ? "required" : "optional";
}
