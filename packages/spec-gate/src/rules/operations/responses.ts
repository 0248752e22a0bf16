import { membersOf } from "../../document/keys.ts";
import { isOpaque } from "../../document/opaque.ts";
import { isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { compareContent, findMediaType } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import { compareValue, formKeys, formOf, isFormKept } from "./parameters.ts";
import type { Removal } from "./removal.ts";
import { inner, inPart, isFromCaller, removal, removalIf, type Scope } from "./scope.ts";

/** Finds what an operation's responses lose. */
export function compareResponses(scope: Scope, older: Operation, newer: Operation): Removal[] {
  const [before = {}, after = {}] = [older, newer].map(({ node }) =>
    Object.fromEntries(membersOf(objectOf(node.responses))),
  );
  const kept = Object.entries(before).flatMap(([status, response]) => {
    const match = ownOrRange(after, before, status);
    const place = inner(scope, `response ${status}`);
    if (match) return compareResponse(place, objectOf(response), match, hasBody(older, status));
    const isCovered = coveredSpecifically(after, status);
    if (isCovered && !isSuccess(status, before)) return [];
    const removed = isCovered ? "response-range-removed" : "response-removed";
    const rule = isSuccess(status, before) ? removed : "error-response-removed";
    // The response may be written elsewhere, so point at the operation that references it.
    const olderPath = ["responses", status];
    const nodes = { olderNode: older.node, olderPath, newerNode: newer.node, newerKeys: ["responses"] };
    return [removal(place, rule, nodes)];
  });
  const added = Object.entries(after).flatMap(([status, response]) => {
    if (status in before) return [];
    const covering = coveringEntry(before, status);
    if (!covering) return [];
    // The other statuses that the same entry covered, also those that are still written as it.
    const siblings = Object.entries(after)
      .filter(([other]) => other !== status && (before[other] ?? coveringEntry(before, other)) === covering)
      .map(([, sibling]) => objectOf(sibling));
    const place = inner(scope, `response ${status}`);
    return compareResponse(place, covering, objectOf(response), hasBody(older, status), siblings);
  });
  return [...kept, ...added];
}

/** The response that now covers the status: the same one, its range, or the default. */
function ownOrRange(after: JsonObject, before: JsonObject, status: string): JsonObject | undefined {
  const own = after[status];
  if (isObject(own)) return own;
  if (!/^\d{3}$/.test(status)) return undefined;
  // An error falls back to a new entry only: one from before described other errors. A success also falls back to an
  // old range.
  const isNew = (key: string) => isObject(after[key]) && !isObject(before[key]);
  const ranges = [`${status[0]}XX`, `${status[0]}xx`];
  const range = isSuccess(status, before)
    ? ranges.find((key) => isObject(after[key]))
    : [...ranges, "default"].find(isNew);
  return range === undefined ? undefined : objectOf(after[range]);
}

/** Whether single statuses of a removed range are still described. */
function coveredSpecifically(after: JsonObject, status: string): boolean {
  return (
    /^\dXX$/i.test(status) && Object.keys(after).some((key) => /^\d{3}$/.test(key) && key[0] === status[0])
  );
}

/** The entry that covered a status before it was spelled out. A `default` next to successes covers errors. */
function coveringEntry(before: JsonObject, status: string): JsonObject | undefined {
  const range = before[`${status[0]}XX`] ?? before[`${status[0]}xx`];
  if (isObject(range)) return range;
  if (!isObject(before.default)) return undefined;
  return isSuccess(status, before) && hasSuccess(before) ? undefined : before.default;
}

function hasSuccess(responses: JsonObject): boolean {
  return Object.keys(responses).some((status) => /^[123]/.test(status));
}

function isSuccess(status: string, responses: JsonObject): boolean {
  return status === "default" ? !hasSuccess(responses) : /^[123]/.test(status);
}

/** Whether the response can have a body, whatever its description says (RFC 9110, 6.4.1 and 15.3.6). */
function hasBody({ method }: Operation, status: string): boolean {
  return method !== "HEAD" && !/^(1\d\d|1XX|204|205|304)$/i.test(status);
}

/**
 * @param canHaveBody whether its content counts
 * @param siblings of a newly spelled-out status: the other statuses that its range or default described. What one of
 * them still offers may be missing here, unless it was promised of each response.
 */
function compareResponse(
  scope: Scope,
  older: JsonObject,
  newer: JsonObject,
  canHaveBody: boolean,
  siblings: readonly JsonObject[] = [],
): Removal[] {
  if (isOpaque(older) || isOpaque(newer)) return [];
  const before = canHaveBody ? objectOf(older.content) : {};
  const after = canHaveBody ? objectOf(newer.content) : {};
  const isKept = (name: string) => findMediaType(after, name) !== undefined;
  const isElsewhere = (name: string) =>
    siblings.some(({ content }) => findMediaType(objectOf(content), name) !== undefined);
  // What is neither kept nor offered by a sibling is lost; if nothing is kept, each media type is.
  const compared = Object.keys(before).some(isKept)
    ? Object.fromEntries(Object.entries(before).filter(([name]) => isKept(name) || !isElsewhere(name)))
    : before;
  const isReplyNeeded =
    isFromCaller(scope, "service") && Object.keys(before).length === 0 && Object.keys(after).length > 0;
  const nodes = { olderNode: older, newerNode: newer, keys: ["content"] };
  return [
    ...removalIf(isReplyNeeded, scope, "callback-reply-required", nodes),
    ...compareContent(scope, "service", compared, after),
    ...compareHeaders(scope, older, newer, siblings),
  ];
}

function headersOf({ headers }: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(objectOf(headers)).map(([name, value]) => [name.toLowerCase(), objectOf(value)]),
  );
}

function compareHeaders(
  scope: Scope,
  older: JsonObject,
  newer: JsonObject,
  siblings: readonly JsonObject[],
): Removal[] {
  const headers = headersOf(newer);
  return Object.entries(objectOf(older.headers)).flatMap(([name, value]) => {
    if (name.toLowerCase() === "content-type") return [];
    const header = objectOf(value);
    const match = headers.get(name.toLowerCase());
    const place = inner(scope, `header ${name}`);
    if (match) return compareHeader(place, header, match);
    const isElsewhere = siblings.some((each) => headersOf(each).has(name.toLowerCase()));
    if (isElsewhere && header.required !== true) return [];
    return [
      removal(place, "response-header-removed", {
        olderNode: older,
        olderPath: ["headers", name],
        newerNode: newer,
        newerKeys: ["headers"],
      }),
    ];
  });
}

function compareHeader(scope: Scope, older: JsonObject, newer: JsonObject): Removal[] {
  if (isOpaque(older) || isOpaque(newer)) return [];
  const nodes = { olderNode: older, newerNode: newer };
  const [strict, lax] = scope.isReversed ? [newer, older] : [older, newer];
  const isOptional = strict.required === true && lax.required !== true;
  const isOtherForm = !isFormKept(formOf(older, "header"), formOf(newer, "header"));
  const part = inPart(scope, ["header", scope.at.at(-1)?.replace("header ", "") ?? ""], true);
  return [
    ...removalIf(isOptional, scope, "response-header-optional", { ...nodes, keys: ["required"] }),
    ...removalIf(isOtherForm, scope, "response-header-serialization-changed", { ...nodes, keys: formKeys }),
    ...compareValue(part, "service", older, newer),
  ];
}
