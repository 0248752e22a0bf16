import type { World } from "./world.ts";

/** A check that a request has to pass. */
export type Check =
  | "path"
  | "method"
  | "size before credentials"
  | "credentials"
  | "rate limit"
  | "media type"
  | "announced length"
  | "body"
  | "schema"
  | "query"
  | "record"
  | "retry state";

const decided: readonly Check[] = [
  "path",
  "method",
  "credentials",
  "rate limit",
  "media type",
  "announced length",
  "body",
  "query",
  "schema",
];

function move(checks: readonly Check[], moved: readonly Check[], anchor: Check): readonly Check[] {
  const rest = checks.filter((check) => !moved.includes(check));
  const index = rest.indexOf(anchor);
  return [...rest.slice(0, index), ...moved, ...rest.slice(index)];
}

/** Returns the order of a request's checks; the operation itself looks up the record and its conflicts. */
export function orderOfChecks(world: World): readonly Check[] {
  let checks = decided;
  if (world.variant("credentials-before-path")) checks = move(checks, ["credentials"], "path");
  if (world.variant("query-before-credentials")) checks = move(checks, ["query"], "credentials");
  if (world.variant("record-before-body")) checks = move(checks, ["record"], "media type");
  if (world.variant("size-before-media-type")) checks = move(checks, ["announced length"], "media type");
  if (world.variant("large-body-before-credentials")) {
    checks = move(checks, ["size before credentials"], "credentials");
  }
  if (world.bug("body-before-credentials")) {
    checks = move(checks, ["media type", "announced length", "body", "schema"], "credentials");
  }
  if (world.bug("record-before-credentials")) checks = move(checks, ["record"], "credentials");
  if (world.bug("retry-state-before-credentials")) checks = move(checks, ["retry state"], "credentials");
  return checks;
}
