import { membersOf } from "../../document/keys.ts";
import { isOpaque } from "../../document/opaque.ts";
import { isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { compareContent, findMediaType } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import { compareValue, formKeys, formOf, isFormKept } from "./parameters.ts";
import type { Removal } from "./removal.ts";
import { directionAt, inner, inPart, removal, removalIf, type Scope, turnedAt } from "./scope.ts";

/** Finds what an operation's responses lose. */
export function compareResponses(scope: Scope, base: Operation, revision: Operation): Removal[] {
  const [ofBase, ofRevision] = [responsesOf(base), responsesOf(revision)];
  const kept = Object.entries(ofBase).flatMap(([status, response]) => {
    const match = ownOrRange(ofRevision, ofBase, status);
    const place = inner(scope, `response ${status}`);
    if (match) return compareResponse(place, objectOf(response), match, hasBody(base, status));
    // Who returns the statuses of a webhook or callback can no longer return all of the range.
    const isCovered = !scope.isReversed && coveredSpecifically(ofRevision, status);
    if (isCovered && !isSuccess(status, ofBase)) return [];
    const removed = isCovered ? "response-range-removed" : "response-removed";
    const rule = isSuccess(status, ofBase) ? removed : "error-response-removed";
    // The response may be written elsewhere, so point at the operation that references it.
    const basePath = ["responses", status];
    const nodes = { baseNode: base.node, basePath, revisionNode: revision.node, revisionKeys: ["responses"] };
    return [removal(place, rule, nodes)];
  });
  const added = Object.entries(ofRevision).flatMap(([status, response]) => {
    if (status in ofBase) return [];
    const covering = coveringEntry(ofBase, status);
    if (!covering) return [];
    // The other statuses that the same entry covered, also those that are still written as it.
    const siblings = Object.entries(ofRevision)
      .filter(([other]) => other !== status && (ofBase[other] ?? coveringEntry(ofBase, other)) === covering)
      .map(([, sibling]) => objectOf(sibling));
    const place = inner(scope, `response ${status}`);
    return compareResponse(place, covering, objectOf(response), hasBody(base, status), siblings);
  });
  return [...kept, ...added];
}

function responsesOf({ node }: Operation): JsonObject {
  return Object.fromEntries(membersOf(objectOf(node.responses)));
}

/** The response that now covers the status: the same one, its range, or the default. */
function ownOrRange(revision: JsonObject, base: JsonObject, status: string): JsonObject | undefined {
  const own = revision[status];
  if (isObject(own)) return own;
  if (!/^\d{3}$/.test(status)) return undefined;
  // An error falls back to a new entry only: one from before described other errors. A success also falls back to an
  // old range.
  const isNew = (key: string) => isObject(revision[key]) && !isObject(base[key]);
  const ranges = [`${status[0]}XX`, `${status[0]}xx`];
  const range = isSuccess(status, base)
    ? ranges.find((key) => isObject(revision[key]))
    : [...ranges, "default"].find(isNew);
  return range === undefined ? undefined : objectOf(revision[range]);
}

/** Whether single statuses of a removed range are still described. */
function coveredSpecifically(responses: JsonObject, status: string): boolean {
  return (
    /^\dXX$/i.test(status) &&
    Object.keys(responses).some((key) => /^\d{3}$/.test(key) && key[0] === status[0])
  );
}

/** The entry that covered a status before it was spelled out. A `default` next to successes covers errors. */
function coveringEntry(responses: JsonObject, status: string): JsonObject | undefined {
  const range = responses[`${status[0]}XX`] ?? responses[`${status[0]}xx`];
  if (isObject(range)) return range;
  if (!isObject(responses.default)) return undefined;
  return isSuccess(status, responses) && hasSuccess(responses) ? undefined : responses.default;
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
  base: JsonObject,
  revision: JsonObject,
  canHaveBody: boolean,
  siblings: readonly JsonObject[] = [],
): Removal[] {
  if (isOpaque(base) || isOpaque(revision)) return [];
  const baseContent = canHaveBody ? objectOf(base.content) : {};
  const revisionContent = canHaveBody ? objectOf(revision.content) : {};
  const isKept = (name: string) => findMediaType(revisionContent, name) !== undefined;
  const isElsewhere = (name: string) =>
    siblings.some(({ content }) => findMediaType(objectOf(content), name) !== undefined);
  // What is neither kept nor offered by a sibling is lost; if nothing is kept, each media type is.
  const compared = Object.keys(baseContent).some(isKept)
    ? Object.fromEntries(Object.entries(baseContent).filter(([name]) => isKept(name) || !isElsewhere(name)))
    : baseContent;
  const isReplyNeeded =
    directionAt(scope, "service") === "request" &&
    Object.keys(baseContent).length === 0 &&
    Object.keys(revisionContent).length > 0;
  const nodes = { baseNode: base, revisionNode: revision, keys: ["content"] };
  return [
    ...removalIf(isReplyNeeded, scope, "callback-reply-required", nodes),
    ...compareContent(scope, "service", compared, revisionContent),
    ...compareHeaders(scope, base, revision, siblings),
  ];
}

function headersOf({ headers }: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(objectOf(headers)).map(([name, value]) => [name.toLowerCase(), objectOf(value)]),
  );
}

function compareHeaders(
  scope: Scope,
  base: JsonObject,
  revision: JsonObject,
  siblings: readonly JsonObject[],
): Removal[] {
  const headers = headersOf(revision);
  return Object.entries(objectOf(base.headers)).flatMap(([name, value]) => {
    if (name.toLowerCase() === "content-type") return [];
    const header = objectOf(value);
    const match = headers.get(name.toLowerCase());
    const place = inner(scope, `header ${name}`);
    if (match) return compareHeader(place, header, match);
    const isElsewhere = siblings.some((each) => headersOf(each).has(name.toLowerCase()));
    if (isElsewhere && header.required !== true) return [];
    return [
      removal(place, "response-header-removed", {
        baseNode: base,
        basePath: ["headers", name],
        revisionNode: revision,
        revisionKeys: ["headers"],
      }),
    ];
  });
}

function compareHeader(scope: Scope, base: JsonObject, revision: JsonObject): Removal[] {
  if (isOpaque(base) || isOpaque(revision)) return [];
  const nodes = { baseNode: base, revisionNode: revision };
  const [a, b] = turnedAt(scope, "service", [base, revision]);
  const isOptional = b.required === true && a.required !== true;
  const isOtherForm = !isFormKept(formOf(base, "header"), formOf(revision, "header"));
  const part = inPart(scope, ["header", scope.at.at(-1)?.replace("header ", "") ?? ""], true);
  return [
    ...removalIf(isOptional, scope, "response-header-optional", { ...nodes, keys: ["required"] }),
    ...removalIf(isOtherForm, scope, "response-header-serialization-changed", { ...nodes, keys: formKeys }),
    ...compareValue(part, "service", base, revision),
  ];
}
