import { escapeSegment, type Located, locate, locateMembers, type SpecDocument } from "./spec-document.ts";

/** A named example of a media type. */
export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
}

/** A body that the spec documents: its content type, the place of its schema, and its examples. */
export interface DocumentedBody {
  readonly contentType: string;
  readonly schemaPointer: string;
  readonly examples: readonly NamedExample[];
}

/** A response header that the spec documents. */
export interface DocumentedHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schemaPointer: string;
  readonly type: unknown;
}

/** A response that the spec documents; `status` is three digits or `default`. */
export interface DocumentedResponse {
  readonly status: string;
  readonly headers: readonly DocumentedHeader[];
  readonly bodies: readonly DocumentedBody[];
}

/** A parameter of an operation. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly schema: Record<string, unknown>;
  readonly schemaPointer: string;
  readonly example: unknown;
}

/** One operation of the spec, references followed. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly requestBody: DocumentedBody | undefined;
  readonly responses: readonly DocumentedResponse[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Reads every operation of the document. */
export function readOperations(document: SpecDocument): Operation[] {
  const root: Located = { pointer: "", value: document };
  return locateMembers(document, root, "paths").flatMap(([path, pathItem]) =>
    methods
      .filter((method) => pathItem.value[method] !== undefined)
      .map((method) => readOperation(document, path, method, pathItem)),
  );
}

function readOperation(document: SpecDocument, path: string, method: string, pathItem: Located): Operation {
  const operation = locate(document, `${pathItem.pointer}/${method}`);
  const operationId = operation.value.operationId;
  if (typeof operationId !== "string") throw new Error(`${method} ${path} has no operationId.`);
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: [
      ...readParameters(document, pathItem, "parameters"),
      ...readParameters(document, operation, "parameters"),
    ],
    requestBody: readRequestBody(document, operation),
    responses: locateMembers(document, operation, "responses").map(([status, response]) => ({
      status,
      headers: readHeaders(document, response),
      bodies: readBodies(document, response),
    })),
  };
}

function readParameters(document: SpecDocument, parent: Located, name: string): DocumentedParameter[] {
  return locateMembers(document, parent, name).map(([, { pointer, value }]) => ({
    name: String(value.name),
    in: String(value.in),
    isRequired: value.required === true,
    schema: value.schema as Record<string, unknown>,
    schemaPointer: `${pointer}/schema`,
    example: value.example,
  }));
}

function readRequestBody(document: SpecDocument, operation: Located): DocumentedBody | undefined {
  if (operation.value.requestBody === undefined) return undefined;
  return readBodies(document, locate(document, `${operation.pointer}/requestBody`))[0];
}

function readHeaders(document: SpecDocument, response: Located): DocumentedHeader[] {
  return locateMembers(document, response, "headers").map(([name, { pointer, value }]) => ({
    name,
    isRequired: value.required === true,
    schemaPointer: `${pointer}/schema`,
    type: (value.schema as Record<string, unknown> | undefined)?.type,
  }));
}

function readBodies(document: SpecDocument, parent: Located): DocumentedBody[] {
  return locateMembers(document, parent, "content").map(([contentType, media]) => ({
    contentType,
    schemaPointer: `${parent.pointer}/content/${escapeSegment(contentType)}/schema`,
    examples: locateMembers(document, media, "examples").map(([name, { value }]) => ({
      name,
      value: value.value,
    })),
  }));
}
