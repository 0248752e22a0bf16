import { type MediaType, mediaKindOf, type Remark, type Schema } from "./api.ts";
import { contentLimits, contentPlace, type DescribedBody, describedBodies } from "./content-limits.ts";
import { withoutCycles } from "./cycles.ts";
import { DescriptionError } from "./description-error.ts";
import { withDiscriminated } from "./discriminators.ts";
import { mapParts } from "./document-parts.ts";
import { type Json, type JsonObject, listOf, objectOf } from "./json.ts";
import { annotations, isKeyword, knownKeywords } from "./keywords.ts";
import { unicodePattern } from "./patterns.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readOperations } from "./read-operations.ts";
import { mapSubschemas, typesOf } from "./schemas.ts";
import { closestName } from "./spelling.ts";
import { valueTypes } from "./value-types.ts";

/** A description, with remarks on what {@link normalizeDescription} changed. */
export interface NormalizedDescription {
  readonly document: JsonObject;
  readonly remarks: readonly Remark[];
}

/**
 * Reads what generators of descriptions write although OpenAPI 3.1 does not define it, and leaves out what an operation can do
 * without, so that no part of the product sees either.
 */
export function normalizeDescription(description: JsonObject): NormalizedDescription {
  const remarks: Remark[] = [];
  const remark = (message: string, pointer: string) => remarks.push({ message, pointer });
  const withoutCookies = (value: JsonObject, pointer: string) =>
    withSendableSecurity(description, value, pointer, remark);
  const known = mapParts(description, {
    document: (value, pointer) => withAcyclicSchemas(withoutCookies(value, pointer), remark),
    operation: withoutCookies,
    schema: (schema, pointer) => knownSchema(schema as Schema, pointer, remark),
  });
  const withJson = (value: JsonObject, pointer: string) => withoutRanges(known, value, pointer, remark);
  const document = mapParts(known, {
    schema: (schema, pointer) => withDiscriminated(known, schema as Schema, pointer, remark),
    body: withJson,
    response: withJson,
  });
  const leftOut = contentToLeaveOut(document, remark);
  const kept = (value: JsonObject, pointer: string) =>
    asText(document, withoutContent(value, pointer, leftOut), pointer, remark);
  return { document: mapParts(document, { body: kept, response: kept }), remarks };
}

type AddRemark = (message: string, pointer: string) => void;

/** Drops unknown keywords, as JSON Schema asks for, and reads `nullable` as OpenAPI 3.0 meant it. */
function knownSchema(schema: Schema, pointer: string, remark: AddRemark): Schema {
  const { nullable, ...own }: { nullable?: Json; [keyword: string]: Json | undefined } = mapSubschemas(
    schema,
    (inner, at) => knownSchema(inner, pointer + at, remark),
  );
  // A text that is null says nothing.
  for (const name of ["title", "description"]) if (own[name] === null) delete own[name];
  const unknown = Object.keys(own).filter((name) => !isKeyword(name));
  for (const name of unknown) {
    const meant = closestName(name, knownKeywords);
    const todo = meant === undefined ? "" : `: write \`${meant}\` if that is meant`;
    remark(`No one knows the keyword \`${name}\`, so it is left out${todo}.`, pointer + pointerOf(name));
  }
  const entries = Object.entries(own).filter(([name]) => !unknown.includes(name));
  const known = withUnicodePatterns(Object.fromEntries(entries) as Schema);
  if (nullable !== true) return known;
  const what = "`nullable` has no meaning here, so it is read as if `null` were allowed";
  remark(`${what}: write \`type: [..., "null"]\`.`, pointer + pointerOf("nullable"));
  return withNull(known);
}

function withUnicodePatterns(schema: Schema): Schema {
  const { pattern, patternProperties } = schema;
  const properties = Object.entries(objectOf(patternProperties)).map(([name, inner]) => [
    unicodePattern(name) ?? name,
    inner,
  ]);
  return {
    ...schema,
    ...(typeof pattern === "string" && { pattern: unicodePattern(pattern) ?? pattern }),
    ...(patternProperties !== undefined && {
      patternProperties: Object.fromEntries(properties) as JsonObject,
    }),
  };
}

function withNull(schema: Schema): Schema {
  const types = typesOf(schema);
  if (types.length > 0) {
    const { enum: values } = schema;
    return {
      ...schema,
      type: [...new Set([...types, "null"])],
      ...(Array.isArray(values) && { enum: [...new Set([...values, null])] as Json[] }),
    };
  }
  const isRemark = (name: string) => annotations.has(name) || name.startsWith("x-");
  const limits = Object.entries(schema).filter(([name]) => !isRemark(name));
  if (limits.length === 0) return schema;
  const remarks = Object.entries(schema).filter(([name]) => isRemark(name));
  return {
    ...Object.fromEntries(remarks),
    anyOf: [Object.fromEntries(limits) as JsonObject, { type: "null" }],
  };
}

function withAcyclicSchemas(document: JsonObject, remark: AddRemark): JsonObject {
  const components = objectOf(document.components);
  const { schemas } = components;
  if (schemas === undefined) return document;
  const acyclic = withoutCycles(objectOf(schemas) as Readonly<Record<string, Schema>>, remark);
  return { ...document, components: { ...components, schemas: acyclic } };
}

/** Drops the alternatives that need a cookie, if there are others. */
function withSendableSecurity(
  description: JsonObject,
  value: JsonObject,
  pointer: string,
  remark: AddRemark,
): JsonObject {
  const schemes = objectOf(objectOf(description.components).securitySchemes);
  const isCookie = (name: string) =>
    Object.hasOwn(schemes, name) &&
    placeAt(description, pointerOf("components", "securitySchemes", name)).value.in === "cookie";
  const all = listOf(value.security);
  const kept = all.filter((one) => !Object.keys(objectOf(one)).some(isCookie));
  if (kept.length === all.length || kept.length === 0) return value;
  remark("A cookie is an alternative here, which is left out.", pointer + pointerOf("security"));
  return { ...value, security: kept };
}

/** Reads a range such as `*\/*` as JSON where its schema is one that no text has, as generators for Java write it. */
function withoutRanges(
  document: JsonObject,
  value: JsonObject,
  pointer: string,
  remark: AddRemark,
): JsonObject {
  const { content } = value;
  const isJsonRange = ([name, media]: readonly [string, Json | undefined]) => {
    if (!/^(\*|application)\/\*$/.test(name)) return false;
    const types = valueTypes(document, objectOf(objectOf(media).schema) as Schema);
    return types.size > 0 && !types.has("string");
  };
  const all = Object.entries(objectOf(content));
  const ranges = all.filter(isJsonRange);
  if (ranges.length === 0) return value;
  for (const [name] of ranges) {
    remark(`${name} with such a schema is read as application/json.`, pointer + pointerOf("content", name));
  }
  const [json] = ranges.map(([, media]) => ["application/json", media] as const);
  const others = all.filter((entry) => !isJsonRange(entry));
  return { ...value, content: Object.fromEntries([...(json ? [json] : []), ...others]) as JsonObject };
}

/** Reads a text whose schema describes what is in it, such as XML or lines of JSON, as a text. */
function asText(document: JsonObject, value: JsonObject, pointer: string, remark: AddRemark): JsonObject {
  const { content } = value;
  if (content === undefined) return value;
  const entries = Object.entries(objectOf(content)).map(([mediaType, media]) => {
    const { schema, example, examples: _all, ...rest } = objectOf(media);
    const types = valueTypes(document, objectOf(schema) as Schema);
    const isText = mediaKindOf(mediaType) === "text";
    if (!isText || types.size === 0 || types.has("string")) return [mediaType, media];
    const what = `${mediaType} is read and written as a text here, without its schema`;
    remark(`${what}: write \`type: string\`.`, pointer + pointerOf("content", mediaType));
    return [
      mediaType,
      { ...rest, schema: { type: "string" }, ...(typeof example === "string" && { example }) },
    ];
  });
  return { ...value, content: Object.fromEntries(entries) as JsonObject };
}

/** Finds the media types that nothing carries over, where the same body also has another one; by their pointers. */
function contentToLeaveOut(document: JsonObject, remark: AddRemark): ReadonlySet<string> {
  const found = new Set<string>();
  for (const body of readOperations(document).flatMap(describedBodies)) {
    const refused = body.content.filter((media) => isRefused(document, body, media));
    if (refused.length === body.content.length) continue;
    for (const media of refused) {
      const { pointer } = contentPlace(document, body, media);
      if (!found.has(pointer)) {
        remark(`${media.mediaType} is left out here, as the same body has another media type.`, pointer);
      }
      found.add(pointer);
    }
  }
  return found;
}

function isRefused(document: JsonObject, body: DescribedBody, media: MediaType): boolean {
  const place = contentPlace(document, body, media);
  try {
    for (const { check } of contentLimits) check(media, place);
    return false;
  } catch (error) {
    if (error instanceof DescriptionError) return true;
    throw error;
  }
}

function withoutContent(value: JsonObject, pointer: string, leftOut: ReadonlySet<string>): JsonObject {
  const { content } = value;
  if (content === undefined) return value;
  const kept = Object.entries(objectOf(content)).filter(
    ([mediaType]) => !leftOut.has(pointer + pointerOf("content", mediaType)),
  );
  return { ...value, content: Object.fromEntries(kept) as JsonObject };
}
