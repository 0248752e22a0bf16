import { isOpaque } from "../../document/opaque.ts";
import { isSchema } from "../../document/schema-keywords.ts";
import { isObject, type JsonObject, objectOf, sameJson } from "../../json-value.ts";
import type { Conjunction, Schema } from "../../schema/alternatives/alternative.ts";
import { type EncodedMedia, isEncodingLost, isRaw } from "./encodings.ts";
import type { Removal } from "./removal.ts";
import { directionAt, inner, inPart, removal, removalIf, type Scope, schemaRemovals } from "./scope.ts";

type Sender = "caller" | "service";

/** Finds which media types of a body are lost, and what their schemas lose. */
export function compareContent(
  scope: Scope,
  sender: Sender,
  base: JsonObject,
  revision: JsonObject,
): Removal[] {
  const direction = directionAt(scope, sender);
  const isRequest = direction === "request";
  const narrower = Object.entries(revision).flatMap(([name, media]) => {
    // A media type that only a range covered before now has an entry of its own.
    const range = isRequest && !hasMediaType(base, name) ? findMediaType(base, name) : undefined;
    if (!range) return [];
    return compareMedia(inner(scope, name), sender, {
      name,
      base: range,
      revision: objectOf(media),
      direction,
    });
  });
  const kept = Object.entries(base).flatMap(([name, media]) => {
    const matches = isRequest ? [findMediaType(revision, name)] : mediaTypesWithin(revision, name);
    const found = matches.filter((match) => match !== undefined);
    if (found.length > 0) {
      return found.flatMap((match) =>
        compareMedia(inner(scope, name), sender, { name, base: objectOf(media), revision: match, direction }),
      );
    }
    const rule = isRequest ? "request-media-type-removed" : "response-media-type-removed";
    return [removal(inner(scope, name), rule, { base: name, baseNode: media, revisionNode: revision })];
  });
  return [...kept, ...narrower];
}

function hasMediaType(content: JsonObject, name: string): boolean {
  return Object.keys(content).some((key) => normalMediaType(key) === normalMediaType(name));
}

/** The media types a reader can now receive: the named one, or all that a range covers. */
function mediaTypesWithin(content: JsonObject, name: string): JsonObject[] {
  const wanted = normalMediaType(name);
  const prefix = wanted === "*/*" ? "" : wanted.replace(/\*$/, "");
  const covered = Object.entries(content).filter(([other]) => {
    const own = normalMediaType(other);
    // The same, the same with parameters, or one of the range.
    return own === wanted || own.split(";")[0] === wanted || (wanted.endsWith("*") && own.startsWith(prefix));
  });
  return covered.map(([, media]) => objectOf(media));
}

function compareMedia(outer: Scope, sender: Sender, media: EncodedMedia): Removal[] {
  const { base, revision, name } = media;
  if (isOpaque(base) || isOpaque(revision)) return [];
  // Values of all media types but JSON travel as text; a range such as `application/*` may stand for JSON.
  const isText = !/[/+]json\b|\/\*$/i.test(name);
  // The content of a parameter or header is at its place, which the scope has already; any other is a body.
  const scope = inPart(outer, outer.part?.path ?? ["body"], isText);
  const schemas = [schemasOf(base), schemasOf(revision)] as const;
  // A body without a schema holds any bytes.
  const areBytes =
    isText && schemas.some((all) => all.some(isRaw)) && schemas.some((all) => sameJson(all, [true]));
  const removals = areBytes ? [] : schemaRemovals(scope, sender, ...schemas, [base, revision]);
  const nodes = { baseNode: base, revisionNode: revision, keys: ["encoding", "schema"] };
  return [...removals, ...removalIf(isEncodingLost(media), scope, "request-encoding-changed", nodes)];
}

/** The schemas of the whole body: that of a sequential media type is the array of its items (OpenAPI 3.2). */
function schemasOf({ schema, itemSchema }: JsonObject): Conjunction {
  const whole = isTelling(schema) ? [schema] : [];
  const items = isTelling(itemSchema) ? [{ type: "array", items: itemSchema }] : [];
  const all = [...whole, ...items];
  return all.length > 0 ? all : [true];
}

function isTelling(schema: unknown): schema is Schema {
  return isSchema(schema) && schema !== true && !sameJson(schema, {});
}

/** Finds the media type that covers the name: the same one, or a range. */
export function findMediaType(content: JsonObject, name: string): JsonObject | undefined {
  const wanted = normalMediaType(name);
  const [main] = wanted.split("/");
  const plain = wanted.split(";")[0] ?? wanted;
  for (const candidate of [wanted, plain, `${main}/*`, "*/*"]) {
    const found = Object.entries(content).find(([key]) => normalMediaType(key) === candidate);
    if (found) return isObject(found[1]) ? found[1] : {};
  }
  return undefined;
}

/** Lower-cases the name and drops spaces and JSON's implied UTF-8 charset (RFC 8259, 8.1). */
function normalMediaType(name: string): string {
  const [type = "", ...parameters] = name
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const isJson = type === "application/json" || type.endsWith("+json");
  const kept = parameters.filter(
    (parameter) => parameter !== "" && !(isJson && /^charset="?utf-8"?$/.test(parameter)),
  );
  return [type, ...kept.sort()].join(";");
}
