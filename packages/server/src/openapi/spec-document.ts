import { fileURLToPath } from "node:url";

/** A part of an OpenAPI document. */
export interface SpecNode {
  readonly [key: string]: unknown;
}

/** The OpenAPI description of the interface, with local references alone. */
export interface SpecDocument extends SpecNode {
  readonly paths: Readonly<Record<string, SpecNode>>;
}

/** Path of the description as it was written. */
export const specYamlPath = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));

/** The part that a JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) leads to; references are followed. */
export function resolveNode(document: SpecDocument, pointer: string): SpecNode {
  let node: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    node = (node as SpecNode | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  if (typeof node !== "object" || node === null) throw new Error(`The spec has nothing at ${pointer}.`);
  const reference = (node as SpecNode).$ref;
  return typeof reference === "string" ? resolveNode(document, reference.slice(1)) : (node as SpecNode);
}
