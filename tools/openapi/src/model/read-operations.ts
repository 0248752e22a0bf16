import { type JsonObject, listOf, objectOf, textOf } from "../schema/json.ts";
import { placeAt, pointerOf } from "../schema/pointer.ts";
import { type Schema, schemaNameOf } from "../schema/schemas.ts";
import {
  type Body,
  type HttpMethod,
  type MediaType,
  methodKeys,
  type Operation,
  type Response,
} from "./api.ts";
import { readDeprecation } from "./deprecation.ts";
import { camelCase, shortMethodName } from "./names.ts";
import { readExamples, readHeader, readParameters } from "./read-parameters.ts";

/** Reads the operations of a description in order. */
export function readOperations(document: JsonObject): Operation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    Object.keys(objectOf(item))
      .filter((key) => (methodKeys as readonly string[]).includes(key))
      .map((method) => readOperation(document, path, method)),
  );
}

function readOperation(document: JsonObject, path: string, method: string): Operation {
  const itemPointer = pointerOf("paths", path);
  const { pointer, value } = placeAt(document, itemPointer + pointerOf(method));
  const operationId = textOf(value.operationId);
  const tag = textOf(listOf(value.tags)[0]);
  return {
    operationId,
    tag,
    resource: camelCase(tag),
    methodName: shortMethodName(operationId, tag),
    method: method.toUpperCase() as HttpMethod,
    path,
    summary: textOf(value.summary).trim(),
    description: textOf(value.description).trim(),
    deprecation: readDeprecation(value),
    parameters: readParameters(document, itemPointer, pointer),
    body: readBody(document, pointer + pointerOf("requestBody")),
    responses: Object.keys(objectOf(value.responses)).map((status) =>
      readResponse(document, status, pointer + pointerOf("responses", status)),
    ),
    security: Object.keys(objectOf(listOf(value.security ?? document.security)[0]))[0],
    pointer,
  };
}

function readBody(document: JsonObject, pointer: string): Body | undefined {
  const { value } = placeAt(document, pointer);
  const content = readContent(document, pointer);
  const description = textOf(value.description).trim();
  return content && { isRequired: value.required === true, description, content };
}

function readResponse(document: JsonObject, status: string, at: string): Response {
  const { pointer, value } = placeAt(document, at);
  return {
    status,
    description: textOf(value.description).trim(),
    headers: Object.keys(objectOf(value.headers)).map((name) =>
      readHeader(document, name, pointer + pointerOf("headers", name)),
    ),
    content: readContent(document, pointer),
  };
}

/** The grammar allows one media type. */
function readContent(document: JsonObject, pointer: string): MediaType | undefined {
  const [media] = Object.entries(objectOf(placeAt(document, pointer).value.content));
  if (media === undefined) return undefined;
  const [mediaType, value] = media;
  const schema = objectOf(objectOf(value).schema) as Schema;
  return {
    mediaType,
    schema,
    schemaPointer: String(schema.$ref).slice(1),
    schemaName: schemaNameOf(schema) ?? "",
    examples: readExamples(document, pointer + pointerOf("content", mediaType)),
  };
}
