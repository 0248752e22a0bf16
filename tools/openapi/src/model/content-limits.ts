import { type MediaType, mediaKindOf, type Operation, type Schema } from "./api.ts";
import { DescriptionError } from "./description-error.ts";
import { isObject, type JsonObject, objectOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { isBinary, objectMembers, resolveSchema, typesOf } from "./schemas.ts";
import { valueTypes } from "./value-types.ts";

/** A kind of body that no part of the product can carry over. */
export interface ContentLimit {
  /** Its name, for the table of constructs. */
  readonly construct: string;
  /**
   * @throws DescriptionError for a body of that kind
   */
  check(media: MediaType, place: ContentPlace): void;
}

/** A media type in a description. */
export interface ContentPlace {
  readonly document: JsonObject;
  readonly pointer: string;
  /** The media type object. */
  readonly value: JsonObject;
  /** Such as `The body of createToken`. */
  readonly owner: string;
  readonly isRequest: boolean;
}

/** What bodies may not be. */
export const contentLimits: readonly ContentLimit[] = [
  {
    construct: "Event streams (`text/event-stream`)",
    check({ mediaType }, { pointer, owner }) {
      if (!/^text\/event-stream\b/i.test(mediaType)) return;
      const what = `${owner} is an event stream, which the client would read until its end`;
      throw new DescriptionError(`${what}: describe an operation to poll.`, pointer);
    },
  },
  {
    construct: "Streams of items (`itemSchema`, `prefixEncoding`, `itemEncoding`)",
    check(_media, { value, pointer }) {
      const key = ["itemSchema", "prefixEncoding", "itemEncoding"].find((one) => value[one] !== undefined);
      if (key !== undefined) throw newerKeyword(key, pointer + pointerOf(key));
    },
  },
  {
    construct: "Multipart other than `multipart/form-data` in requests",
    check({ mediaType }, { pointer, owner, isRequest }) {
      if (mediaKindOf(mediaType) !== "multipart") return;
      if (isRequest && /^multipart\/form-data\s*(;|$)/i.test(mediaType)) return;
      throw new DescriptionError(
        `${owner} is ${mediaType}: use JSON, or multipart/form-data in a request.`,
        pointer,
      );
    },
  },
  {
    construct: "A media range as a request",
    check({ mediaType }, { pointer, owner, isRequest }) {
      if (!isRequest || !mediaType.includes("*")) return;
      const what = `${owner} is ${mediaType}, a range, which no request has as its Content-Type`;
      throw new DescriptionError(`${what}: write the media types.`, pointer);
    },
  },
  {
    construct: "Text and bytes with the schema of something else",
    check({ mediaType, schema }, { pointer, owner, document }) {
      const kind = mediaKindOf(mediaType);
      if (schema === undefined || (kind !== "text" && kind !== "binary")) return;
      const types = valueTypes(document, schema);
      if (types.size === 0 || types.has("string")) return;
      const what = `${owner} is ${mediaType}, which is ${kind === "text" ? "text" : "bytes"} here, and not ${[...types].join(" or ")}`;
      throw new DescriptionError(`${what}: write \`type: string\`, or use JSON.`, pointer);
    },
  },
  {
    construct: "Forms that are not flat",
    check({ mediaType, schema }, { pointer, owner, value, document }) {
      const kind = mediaKindOf(mediaType);
      if (kind !== "form" && kind !== "multipart") return;
      if (!isObjectSchema(document, schema)) {
        const what = `${owner} is a form without fields`;
        throw new DescriptionError(`${what}: give it a schema of an object with properties.`, pointer);
      }
      for (const [name, field] of Object.entries(objectMembers(document, schema))) {
        const item = objectOf(
          typesOf(objectOf(field) as Schema).includes("array") ? objectOf(field).items : field,
        );
        if (isScalar(document, item as Schema)) continue;
        const what = `The field ${name} of ${owner} is not a text, number, boolean or file, nor a list of them`;
        throw new DescriptionError(`${what}: send it as JSON text, or use a JSON body.`, pointer);
      }
      for (const [name, encoding] of Object.entries(objectOf(value.encoding))) {
        const { style = "form", explode = true, headers, contentType = "" } = objectOf(encoding);
        // A file says its own type; a part with any other value is plain text.
        const field = objectOf(objectMembers(document, schema)[name]) as Schema;
        const item = (typesOf(field).includes("array") ? objectOf(field.items) : field) as Schema;
        const isPlain = contentType === "" || contentType === "text/plain" || isFile(document, item);
        if (style === "form" && explode === true && headers === undefined && isPlain) continue;
        const what = `The field ${name} of ${owner} has an encoding of its own`;
        throw new DescriptionError(`${what}: remove its style, explode, headers and contentType.`, pointer);
      }
    },
  },
];

/** A body of an operation, in all its media types. */
export interface DescribedBody extends Omit<ContentPlace, "document" | "value"> {
  readonly content: readonly MediaType[];
}

/** Returns the bodies of an operation. */
export function describedBodies({ operationId, body, responses, pointer }: Operation): DescribedBody[] {
  const request = {
    content: body?.content ?? [],
    pointer: pointer + pointerOf("requestBody"),
    owner: `The body of ${operationId}`,
    isRequest: true,
  };
  const answers = responses.map(({ status, content }) => ({
    content,
    pointer: pointer + pointerOf("responses", status),
    owner: `The ${status} of ${operationId}`,
    isRequest: false,
  }));
  return [...(body === undefined ? [] : [request]), ...answers];
}

function isObjectSchema(document: JsonObject, schema: Schema | undefined): boolean {
  return schema !== undefined && Object.keys(objectMembers(document, schema)).length > 0;
}

/** Returns the place of one of a body's media types. */
export function contentPlace(
  document: JsonObject,
  { pointer, owner, isRequest }: DescribedBody,
  { mediaType }: MediaType,
): ContentPlace {
  const at = placeAt(document, pointer).pointer + pointerOf("content", mediaType);
  return { document, pointer: at, value: placeAt(document, at).value, owner, isRequest };
}

/** Whether a field of a form is a file: bytes, or anything without a type, as OpenAPI 3.1 writes it. */
function isFile(document: JsonObject, schema: Schema): boolean {
  return isBinary(resolveSchema(document, schema)) || valueTypes(document, schema).size === 0;
}

/** Whether a field of a form is one text; a schema without a type is a file, as OpenAPI 3.1 writes it. */
function isScalar(document: JsonObject, schema: Schema): boolean {
  const resolved = resolveSchema(document, schema);
  if (isBinary(resolved)) return true;
  const alternatives = [resolved.oneOf, resolved.anyOf, resolved.allOf].flat().filter(isObject);
  if (alternatives.length > 0) return alternatives.every((one) => isScalar(document, one as Schema));
  return !typesOf(resolved).some((type) => type === "object" || type === "array");
}

/** The error for a keyword of a newer version. */
export function newerKeyword(key: string, pointer: string): DescriptionError {
  return new DescriptionError(
    `OpenAPI 3.1 has no \`${key}\`: use what 3.1 has, because 3.2 is not supported.`,
    pointer,
  );
}
