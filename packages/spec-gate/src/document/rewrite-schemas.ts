// Rewrites of schemas in terms of OpenAPI 3.1, and of what generators write for them.
import { isObject, type JsonObject } from "../json-value.ts";
import { annotationKeys } from "./schema-keywords.ts";

/** Media types whose content is text, which a JSON string can hold; everything else is raw bytes. */
const textMedia =
  /^(?:text\/|application\/(?:json|xml|javascript|graphql|jwt|x-www-form-urlencoded)|.*\+(?:json|xml))/i;

/** Whether the media type of the schema's content means raw bytes (OpenAPI 3.1.0, 4.7.14.1). */
export function hasRawContent({ contentMediaType, contentEncoding }: JsonObject): boolean {
  const isRaw = typeof contentMediaType === "string" && !textMedia.test(contentMediaType.trim());
  return isRaw && (contentEncoding === undefined || contentEncoding === "binary");
}

/** Whether a schema of OpenAPI 3.0 says nothing but that null is allowed. */
export function isNullAlone(raw: unknown): boolean {
  if (!isObject(raw) || raw.nullable !== true) return false;
  return Object.keys(raw).every((key) => annotationKeys.has(key) || key.startsWith("x-"));
}

/**
 * Whether the schema means raw bytes: OpenAPI 3.0 says so with the format of a text, 3.1 with the media type, without a
 * type (3.1.0, 4.7.14.1).
 */
export function isBinaryText(raw: JsonObject): boolean {
  if (raw.format !== "binary" && raw.contentMediaType === undefined) return false;
  const names = [raw.type ?? "string"].flat().filter((name) => name !== "null");
  return names.join() === "string" && (raw.format === "binary" || hasRawContent(raw));
}

/** Writes raw bytes in one way, as a text: JSON can hold them as nothing else. */
export function makeBinary(schema: JsonObject): void {
  schema.type ??= "string";
  if (schema.format === "binary") delete schema.format;
  if (schema.contentEncoding === "binary") delete schema.contentEncoding;
  schema.contentMediaType ??= "application/octet-stream";
}

/** Whether no value fits: OpenAPI 3.0, without `false` as a schema, has `not: {}`. */
export function isNever({ not }: JsonObject): boolean {
  return not === true || (isObject(not) && Object.keys(not).every((key) => annotationKeys.has(key)));
}

const combiners = ["allOf", "anyOf", "oneOf"];

/** Writes `nullable` as OpenAPI 3.1 does. */
export function makeNullable(schema: JsonObject): void {
  delete schema.nullable;
  if (combiners.some((key) => key in schema)) wrapWithNull(schema);
  else if (typeof schema.type === "string") schema.type = [schema.type, "null"];
  else if (Array.isArray(schema.enum)) schema.enum = [...new Set([...schema.enum, null])];
}

/** Generators write `type: "null"` next to a reference for "or null", which strictly leaves no value. */
export function makeUnionWithNull(schema: JsonObject): void {
  if (schema.type !== "null" || !combiners.some((key) => key in schema)) return;
  delete schema.type;
  wrapWithNull(schema);
}

function wrapWithNull(schema: JsonObject): void {
  const rest = { ...schema };
  for (const key of Object.keys(rest)) delete schema[key];
  // Readers look for these next to the union, `readOnly` and `writeOnly` only there.
  for (const key of ["default", "readOnly", "writeOnly", "deprecated", "description"]) {
    if (key in rest) schema[key] = rest[key];
  }
  schema.anyOf = [rest, { type: "null" }];
}

/** Type and enum of generators do not always agree on null: one that says null means it. */
export function makeEnumNullable(schema: JsonObject, values: readonly unknown[]): void {
  if (values.length > 0 && values.every((value) => value === null)) delete schema.type;
  else if (Array.isArray(schema.type) && schema.type.includes("null") && !values.includes(null))
    schema.enum = [...values, null];
}
