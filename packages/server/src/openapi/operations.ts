import { pointerOf, resolveNode, type SpecDocument, type SpecNode } from "./spec-document.ts";

/** A query parameter of an operation. */
export interface QueryParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** Points to its schema in the spec. */
  readonly schemaPointer: string;
}

/** What the spec says of an operation. */
export interface Operation {
  readonly operationId: string;
  /** In capital letters. */
  readonly method: string;
  /** As in the spec: `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** The one 2xx status. */
  readonly successStatus: number;
  readonly queryParameters: readonly QueryParameter[];
  /** Points to the schema of the JSON body, where the operation has one. */
  readonly bodySchemaPointer?: string;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of the spec. */
export function operationsOf(document: SpecDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => operationOf(document, path, method)),
  );
}

function operationOf(document: SpecDocument, path: string, method: string): Operation {
  const pointer = pointerOf("paths", path, method);
  const { node } = resolveNode(document, pointer);
  const bodySchemaPointer =
    node.requestBody === undefined ? undefined : jsonSchemaPointer(document, `${pointer}/requestBody`);
  return {
    operationId: String(node.operationId),
    method: method.toUpperCase(),
    path,
    successStatus: successStatusOf(node),
    queryParameters: [
      ...queryParametersOf(document, pointerOf("paths", path)),
      ...queryParametersOf(document, pointer),
    ],
    ...(bodySchemaPointer !== undefined && { bodySchemaPointer }),
  };
}

function successStatusOf(operation: SpecNode): number {
  const statuses = Object.keys(operation.responses as SpecNode).filter((status) => /^2\d\d$/.test(status));
  const [status] = statuses;
  if (status === undefined || statuses.length > 1) {
    throw new Error(`The operation ${operation.operationId} must have exactly one 2xx response in the spec.`);
  }
  return Number(status);
}

function queryParametersOf(document: SpecDocument, pointer: string): QueryParameter[] {
  const list = (resolveNode(document, pointer).node.parameters ?? []) as readonly SpecNode[];
  return list.flatMap((_, index) => {
    const parameter = resolveNode(document, `${pointer}/parameters/${index}`);
    const { name, required, in: place } = parameter.node;
    if (place !== "query") return [];
    return [
      { name: String(name), isRequired: required === true, schemaPointer: `${parameter.pointer}/schema` },
    ];
  });
}

function jsonSchemaPointer(document: SpecDocument, pointer: string): string {
  const body = resolveNode(document, pointer);
  return `${body.pointer}${pointerOf("content", "application/json", "schema")}`;
}
