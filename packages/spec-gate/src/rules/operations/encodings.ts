import { fingerprint } from "../../document/fingerprint.ts";
import { hasRawContent } from "../../document/rewrite-schemas.ts";
import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject, type JsonObject, objectOf, sameJson } from "../../json-value.ts";
import type { ObjectShape, Schema } from "../../schema/alternatives/alternative.ts";
import { alternativesOf } from "../../schema/alternatives/alternatives.ts";
import { turned } from "../../schema/compare/comparison.ts";

/** A media type object with its name, in a request or a response. */
export interface EncodedMedia {
  readonly name: string;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly direction: "request" | "response";
}

/** Whether a form part that both versions have is encoded differently. */
export function isEncodingLost({ name, base, revision, direction }: EncodedMedia): boolean {
  // OpenAPI 3.1.0, 4.8.14.1: an encoding affects forms only.
  if (!/^(multipart\/|application\/x-www-form-urlencoded)/i.test(name.trim())) return false;
  return partNames(base).some((part) => {
    const [basePart, revisionPart] = [partOf(base, part), partOf(revision, part)];
    // The schema comparison judges added and removed parts; an encoding without a property has no effect.
    if (basePart.schema === undefined || revisionPart.schema === undefined) return false;
    if (isFilePart(basePart.schema) !== isFilePart(revisionPart.schema)) return true;
    if (basePart.encoding === undefined && revisionPart.encoding === undefined) return false;
    const [a, b] = turned(direction, [
      encodingOf(name, basePart.encoding, basePart.schema),
      encodingOf(name, revisionPart.encoding, revisionPart.schema),
    ]);
    const headers = isMultipart(name) && areHeadersLost(basePart.encoding, revisionPart.encoding, direction);
    return headers || !sameJson(a.form, b.form) || !areTypesWithin(a.types, b.types);
  });
}

/** Whether a part loses a header, or one is written differently, or has to be sent now, or need not be any more. */
function areHeadersLost(base: unknown, revision: unknown, direction: "request" | "response"): boolean {
  const [ofBase, ofRevision] = [headersOf(base), headersOf(revision)];
  const [sent, read] = turned(direction, [ofBase, ofRevision]);
  const isRequired = (header: JsonObject | undefined) => header?.required === true;
  const textOf = ({ required: _required, ...header }: JsonObject) => fingerprint(header);
  return (
    [...read].some(([name, header]) => isRequired(header) && !isRequired(sent.get(name))) ||
    [...ofBase].some(([name, header]) => {
      const match = ofRevision.get(name);
      return match === undefined || textOf(header) !== textOf(match);
    })
  );
}

/** The headers of a part by their names in small letters, without the one that OpenAPI ignores here. */
function headersOf(encoding: unknown): Map<string, JsonObject> {
  const headers = Object.entries(objectOf(objectOf(encoding).headers));
  const named = headers.map(([name, header]) => [name.toLowerCase(), objectOf(header)] as const);
  return new Map(named.filter(([name]) => name !== "content-type"));
}

function isMultipart(media: string): boolean {
  return media.trim().toLowerCase().startsWith("multipart/");
}

/** The media type of files whose type is not known. */
const anyBytes = "application/octet-stream";

interface Encoding {
  readonly form: JsonObject;
  readonly types: readonly string[];
}

/** The encoding with OpenAPI's defaults filled in, reduced to what affects the wire. */
function encodingOf(media: string, value: unknown, schema: Schema): Encoding {
  const encoding = objectOf(value);
  const usual = isMultipart(media) ? defaultContentType(schema) : "";
  const listed = typeof encoding.contentType === "string" ? encoding.contentType : usual;
  return {
    form: formOf(encoding, isMultipart(media), typesOf(schema)),
    types: listed.split(",").map((type) => type.trim().toLowerCase()),
  };
}

function formOf(encoding: JsonObject, hasParts: boolean, types: readonly string[]): JsonObject {
  const { style, explode } = encoding;
  const reserved = encoding.allowReserved === true;
  const isPlain = types.every((type) => type !== "array" && type !== "object");
  const isList = types.join() === "array";
  if (hasParts || !(isPlain || isList)) return { style, explode, reserved };
  // Every style writes a single value the same way.
  if (isPlain) return { reserved };
  const written = style ?? "form";
  return { style: written, explode: explode ?? written === "form", reserved };
}

function shapesOf({ schema }: JsonObject): ObjectShape[] {
  return isSchema(schema) ? alternativesOf([schema]).flatMap(({ objects }) => objects) : [];
}

function partNames(media: JsonObject): string[] {
  return [...new Set(shapesOf(media).flatMap(({ properties }) => [...properties.keys()]))];
}

function partOf(media: JsonObject, part: string) {
  const found = shapesOf(media).map(({ properties }) => properties.get(part));
  return { schema: found.find((schema) => schema !== undefined), encoding: objectOf(media.encoding)[part] };
}

/** Whether the schema means raw bytes. */
export function isRaw(schema: Schema): boolean {
  return isObject(schema) && hasRawContent(schema);
}

/** Whether the part may be a file or a list of files. */
function isFilePart(schema: Schema): boolean {
  const { anyOf, oneOf } = objectOf(schema);
  return [schema, ...arrayOf(anyOf), ...arrayOf(oneOf)]
    .filter(isSchema)
    .some((each) => isRaw(each) || (isObject(each) && isSchema(each.items) && isRaw(each.items)));
}

function typesOf(schema: Schema): readonly string[] {
  return [...new Set(alternativesOf([schema]).flatMap(({ types }) => types))];
}

/** The default content type of a part (OpenAPI 3.1.0, 4.8.15.1); empty if the schema does not determine it. */
function defaultContentType(schema: Schema): string {
  if (isRaw(schema)) return anyBytes;
  if (alternativesOf([schema]).some(({ contents }) => contents.length > 0)) return "";
  const types = typesOf(schema);
  // All six types, as for a schema that names none.
  if (types.length > 5) return anyBytes;
  if (types.every((type) => type === "object")) return "application/json";
  return types.includes("object") || types.includes("array") ? "" : "text/plain";
}

function areTypesWithin(a: readonly string[], b: readonly string[]): boolean {
  return a.every((type) =>
    [type, `${type.split("/")[0]}/*`, "*/*"].some((candidate) => b.includes(candidate)),
  );
}
