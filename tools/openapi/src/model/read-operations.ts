import {
  type Body,
  type Header,
  type HttpMethod,
  type MediaType,
  methodKeys,
  type Operation,
  type Response,
  type Schema,
} from "./api.ts";
import { readDeprecation } from "./deprecation.ts";
import { DescriptionError } from "./description-error.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { camelCase, derivedOperationId, derivedTag, shortMethodName } from "./names.ts";
import { placeAt, pointerOf, valueAt } from "./pointer.ts";
import { readExamples } from "./read-examples.ts";
import { readParameters } from "./read-parameters.ts";
import { readSecurity } from "./read-security.ts";
import { schemaNameOf } from "./schemas.ts";

/** Reads the operations of a description in order; ignores other keys of a path item. */
export function readOperations(document: JsonObject): Operation[] {
  return withUniqueMethodNames(readItems(document, "paths"));
}

/** Reads the webhooks of a description in order. */
export function readWebhooks(document: JsonObject): Operation[] {
  return readItems(document, "webhooks");
}

function readItems(document: JsonObject, owner: "paths" | "webhooks"): Operation[] {
  return Object.keys(objectOf(document[owner])).flatMap((path) =>
    readItem(document, path, pointerOf(owner, path)),
  );
}

function readItem(document: JsonObject, path: string, at: string): Operation[] {
  const { pointer, value } = placeAt(document, at);
  return Object.keys(value)
    .filter((key) => (methodKeys as readonly string[]).includes(key))
    .map((method) => readOperation(document, path, method, pointer));
}

/** Reads the callbacks of an operation; the `path` of each is the expression for its address. */
export function readCallbacks(document: JsonObject, { operationId, pointer }: Operation): Operation[] {
  const { callbacks } = placeAt(document, pointer).value;
  return Object.keys(objectOf(callbacks)).flatMap((name) => {
    const callback = placeAt(document, pointer + pointerOf("callbacks", name));
    return Object.keys(callback.value)
      .filter((expression) => !expression.startsWith("x-"))
      .flatMap((expression) => readItem(document, expression, callback.pointer + pointerOf(expression)))
      .map((one) => ({
        ...one,
        operationId:
          textOf(objectOf(valueAt(document, one.pointer)).operationId) || `${operationId}.callbacks.${name}`,
        summary: one.summary || name,
      }));
  });
}

function readOperation(document: JsonObject, path: string, method: string, itemPointer: string): Operation {
  const { pointer, value } = placeAt(document, itemPointer + pointerOf(method));
  const operationId = textOf(value.operationId) || derivedOperationId(method, path);
  const tag = textOf(listOf(value.tags)[0]) || derivedTag(path);
  return {
    operationId,
    tag,
    resource: camelCase(tag),
    methodName: shortMethodName(operationId, tag),
    method: method.toUpperCase() as HttpMethod,
    path,
    summary: textOf(value.summary).trim(),
    description: textOf(value.description).trim(),
    deprecation: readDeprecation(value, pointer),
    parameters: readParameters(document, itemPointer, pointer),
    body:
      value.requestBody === undefined ? undefined : readBody(document, pointer + pointerOf("requestBody")),
    responses: Object.keys(objectOf(value.responses))
      .filter((status) => !status.startsWith("x-"))
      .map((status) => readResponse(document, status, pointer + pointerOf("responses", status))),
    security: readSecurity(document, value, pointer),
    pointer,
  };
}

function readBody(document: JsonObject, pointer: string): Body {
  const place = placeAt(document, pointer);
  return {
    isRequired: place.value.required === true,
    description: textOf(place.value.description).trim(),
    content: readContent(document, place.pointer),
  };
}

function readResponse(document: JsonObject, status: string, pointer: string): Response {
  if (!/^([1-5](\d\d|XX)|default)$/.test(status)) {
    const what = `The status of a response cannot be \`${status}\``;
    throw new DescriptionError(`${what}: use a code such as 404, 4XX or \`default\`.`, pointer);
  }
  const place = placeAt(document, pointer);
  return {
    status,
    description: textOf(place.value.description).trim(),
    headers: Object.keys(objectOf(place.value.headers))
      // The media types say it, so OpenAPI ignores it here (section 4.8.17).
      .filter((name) => name.toLowerCase() !== "content-type")
      .map((name) => readHeader(document, name, place.pointer + pointerOf("headers", name))),
    content: readContent(document, place.pointer),
    ...(place.value.links !== undefined && { links: readLinks(document, place.pointer) }),
  };
}

function readLinks(document: JsonObject, pointer: string): Record<string, JsonObject> {
  const names = Object.keys(objectOf(placeAt(document, pointer).value.links));
  return Object.fromEntries(
    names.map((name) => [name, placeAt(document, pointer + pointerOf("links", name)).value]),
  );
}

function readHeader(document: JsonObject, name: string, pointer: string): Header {
  const place = placeAt(document, pointer);
  const { value } = place;
  const [mediaType] = Object.keys(objectOf(value.content));
  const holder = mediaType === undefined ? place.pointer : place.pointer + pointerOf("content", mediaType);
  const schema = objectOf(placeAt(document, holder).value.schema) as Schema;
  return {
    name,
    description: textOf(value.description).trim(),
    isRequired: value.required === true,
    ...(value.deprecated === true && { isDeprecated: true }),
    ...(value.explode === true && { explodes: true }),
    mediaType,
    schema,
    schemaPointer: holder + pointerOf("schema"),
    examples: readExamples(document, holder, schema),
  };
}

function readContent(document: JsonObject, pointer: string): MediaType[] {
  const content = objectOf(placeAt(document, pointer).value.content);
  return Object.entries(content).map(([mediaType, value]): MediaType => {
    const at = pointer + pointerOf("content", mediaType);
    const schema = objectOf(value).schema as Schema | undefined;
    const schemaName = schemaNameOf(schema ?? {});
    const own = schemaName === undefined ? at + pointerOf("schema") : schema?.$ref?.slice(1);
    return {
      mediaType,
      schema,
      schemaPointer: schema === undefined ? undefined : own,
      schemaName,
      ...(objectOf(value).encoding !== undefined && { encoding: objectOf(objectOf(value).encoding) }),
      examples: readExamples(document, at, schema),
    };
  });
}

/** Operations of a resource with the same short name keep their complete operationIds. */
function withUniqueMethodNames(operations: readonly Operation[]): Operation[] {
  const counts = new Map<string, number>();
  const memberPath = ({ resource, methodName }: Operation) => `${resource}.${methodName}`;
  for (const operation of operations) {
    counts.set(memberPath(operation), (counts.get(memberPath(operation)) ?? 0) + 1);
  }
  return operations.map((operation) =>
    counts.get(memberPath(operation)) === 1
      ? operation
      : { ...operation, methodName: camelCase(operation.operationId) },
  );
}
