import { isObject, type JsonObject, objectOf, sameJson } from "../json-value.ts";
import { isSchema } from "../schema/apply-keywords.ts";
import type { Loss } from "./loss.ts";
import { inner, isFromCaller, loss, type Scope, schemaLosses } from "./scope.ts";

type Sender = "caller" | "service";

/** What of the media types of a body is lost, and what of their schemas. */
export function compareContent(scope: Scope, sender: Sender, older: JsonObject, newer: JsonObject): Loss[] {
  return Object.entries(older).flatMap(([name, media]) => {
    const match = findMediaType(newer, name);
    const rule = isFromCaller(scope, sender) ? "request-media-type-removed" : "response-media-type-removed";
    if (match === undefined)
      return [loss(inner(scope, name), rule, { older: name, olderNode: media, newerNode: newer })];
    return compareMedia(inner(scope, name), sender, objectOf(media), match);
  });
}

function compareMedia(scope: Scope, sender: Sender, older: JsonObject, newer: JsonObject): Loss[] {
  const losses = schemaLosses(scope, sender, [schemaOf(older)], [schemaOf(newer)]);
  const items = "itemSchema" in older || "itemSchema" in newer;
  if (items)
    losses.push(
      ...schemaLosses(
        inner(scope, "items"),
        sender,
        [schemaOf(older, "itemSchema")],
        [schemaOf(newer, "itemSchema")],
      ),
    );
  if (!sameJson(encodingOf(older), encodingOf(newer))) {
    losses.push(
      loss(scope, "request-encoding-changed", {
        olderNode: older.encoding,
        newerNode: newer.encoding ?? newer,
      }),
    );
  }
  return losses;
}

function schemaOf(media: JsonObject, key = "schema") {
  const schema = media[key];
  return isSchema(schema) ? schema : true;
}

/** The encodings without what has no effect on the wire. */
function encodingOf(media: JsonObject): unknown {
  const entries = Object.entries(objectOf(media.encoding)).map(([name, encoding]) => {
    const { contentType, style, explode, allowReserved } = objectOf(encoding);
    return [name, { contentType, style, explode, allowReserved }];
  });
  return Object.fromEntries(entries);
}

/** The media type that covers the name: the same one, or a range. */
export function findMediaType(content: JsonObject, name: string): JsonObject | undefined {
  const wanted = normalMediaType(name);
  const [main] = wanted.split("/");
  const base = wanted.split(";")[0] ?? wanted;
  for (const candidate of [wanted, base, `${main}/*`, "*/*"]) {
    const found = Object.entries(content).find(([key]) => normalMediaType(key) === candidate);
    if (found) return isObject(found[1]) ? found[1] : {};
  }
  return undefined;
}

/** Lower case, without spaces, and without the character set that JSON always has (RFC 8259, 8.1). */
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
