import { documentOf } from "../corpus/judge-pair.ts";
import type { Parts } from "../corpus/load-fragments.ts";
import type { ApiDocument } from "../src/document/api-document.ts";
import type { JsonObject } from "../src/json-value.ts";
import type { Verdict } from "../src/rules/changes/change.ts";
import { judge } from "../src/rules/changes/judge.ts";

/** Creates a document with one operation, `POST /things/{thingId}`, and the given parts. */
export function apiOf(parts: Parts): ApiDocument {
  return documentOf(descriptionOf(parts));
}

/** Creates the same document as file content. */
export function descriptionOf(parts: Parts): JsonObject {
  const { request, response, parameters = [] } = parts;
  const body = request === undefined ? {} : { requestBody: { required: true, content: json(request) } };
  const operation = {
    operationId: "changeThing",
    parameters,
    ...body,
    responses: { 200: { description: "Done.", content: json(response ?? { type: "object" }) } },
    ...parts.operation,
  };
  const id = { name: "thingId", in: "path", required: true, schema: { type: "string" } };
  return {
    openapi: parts.openapi ?? "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: parts.paths ?? { "/things/{thingId}": { parameters: [id], post: operation, ...parts.pathItem } },
    components: { schemas: parts.schemas ?? {}, ...parts.components },
    ...parts.root,
  };
}

/** Creates content with a JSON schema. */
export function json(schema: unknown): JsonObject {
  return { "application/json": { schema } };
}

/** Judges the change from one set of parts to another. */
export function verdictOf(a: Parts, b: Parts): Verdict {
  return judge(apiOf(a), apiOf(b));
}

/** Creates an object schema with the properties. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}
