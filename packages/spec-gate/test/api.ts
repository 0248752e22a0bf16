import type { Verdict } from "../src/compare/change.ts";
import { judge } from "../src/compare/judge.ts";
import type { Impact } from "../src/compare/rule.ts";
import { type ApiDocument, linkApiDocument } from "../src/document/api-document.ts";
import type { JsonObject } from "../src/json-value.ts";

/** What of a small API a case is about; everything else stays the same. */
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

/** A document of one operation, `POST /things/{thingId}`, with the given parts. */
export function apiOf(parts: Parts): ApiDocument {
  const value = structuredClone(descriptionOf(parts));
  return linkApiDocument({
    file: "/things.yaml",
    value,
    positionOf: () => ({ file: "/things.yaml", line: 1, column: 1 }),
  });
}

/** The same as the content of a file. */
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

/** Content of one JSON schema. */
export function json(schema: unknown): JsonObject {
  return { "application/json": { schema } };
}

/** One change and the change back, with the impact of each. */
export interface Case {
  readonly name: string;
  readonly a: Parts;
  readonly b: Parts;
  readonly there: Impact;
  readonly back: Impact;
}

/** The verdict on going from one set of parts to another. */
export function verdictOf(a: Parts, b: Parts): Verdict {
  return judge(apiOf(a), apiOf(b));
}

/** Properties of an object schema. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}
