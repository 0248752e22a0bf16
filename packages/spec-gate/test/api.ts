import { documentOf } from "../corpus/judge-pair.ts";
import type { Verdict } from "../src/compare/change.ts";
import { judge } from "../src/compare/judge.ts";
import type { Impact } from "../src/compare/rule.ts";
import type { ApiDocument } from "../src/document/api-document.ts";
import type { JsonObject } from "../src/json-value.ts";

/** The parts of a small API that a case varies; everything else stays the same. */
export interface Parts {
  readonly openapi?: string;
  readonly request?: unknown;
  readonly response?: unknown;
  readonly parameters?: unknown[];
  readonly operation?: JsonObject;
  readonly pathItem?: JsonObject;
  readonly paths?: JsonObject;
  readonly schemas?: JsonObject;
  readonly components?: JsonObject;
  readonly root?: JsonObject;
}

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

/** A change and its reverse, with the impact of each. */
export interface Case {
  readonly name: string;
  readonly a: Parts;
  readonly b: Parts;
  readonly there: Impact;
  readonly back: Impact;
}

/** Judges the change from one set of parts to another. */
export function verdictOf(a: Parts, b: Parts): Verdict {
  return judge(apiOf(a), apiOf(b));
}

/** Creates an object schema with the properties. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}
