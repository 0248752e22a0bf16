import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** A JSON Schema, as the spec uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Record<string, Schema>;
  readonly type?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: string[];
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** Examples by name. */
export type Examples = Record<string, { summary?: string; value: unknown }>;

/** A body, by media type. */
export type Content = Record<string, { schema: Schema; examples?: Examples }>;

/** An operation, with its parameters and responses resolved. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: Parameter[];
  readonly body: Content | undefined;
  readonly responses: [status: string, response: { description: string; content?: Content }][];
}

/** The spec, as far as the client is generated from it. */
export interface SpecDocument {
  readonly operations: Operation[];
  readonly schemas: Record<string, Schema>;
  readonly examples: Examples;
  /** Follows a reference, or several. */
  resolve<T>(node: T): T;
}

type Node = Record<string, unknown>;

/** Reads the spec. */
export async function readSpec(): Promise<SpecDocument> {
  const document: Node = parse(
    await readFile(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"),
  );
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], document);
  const resolve = <T>(node: T): T => {
    const ref = (node as { $ref?: unknown } | null)?.$ref;
    return typeof ref === "string" ? resolve(at(ref) as T) : node;
  };
  const components = document.components as { schemas: Record<string, Schema>; examples: Examples };
  const operations = Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => key !== "parameters")
      .map(([method, value]) => readOperation(path, method, item, value as Node, resolve)),
  );
  return { operations, ...components, resolve };
}

function readOperation(
  path: string,
  method: string,
  item: Node,
  operation: Node,
  resolve: <T>(node: T) => T,
): Operation {
  const parameters = [
    ...((item.parameters ?? []) as object[]),
    ...((operation.parameters ?? []) as object[]),
  ];
  const responses = Object.entries(operation.responses as Record<string, Node>);
  return {
    ...(operation as { operationId: string; summary: string; description: string }),
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((parameter) => resolve(parameter) as Parameter),
    body: (operation.requestBody as { content: Content } | undefined)?.content,
    responses: responses.map(([status, response]) => [status, resolve(response) as never]),
  };
}
