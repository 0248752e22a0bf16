import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A part of an OpenAPI document. */
export interface SpecNode {
  readonly [key: string]: unknown;
}

/** The OpenAPI description of the interface. */
export interface SpecDocument extends SpecNode {
  readonly paths: Readonly<Record<string, SpecNode>>;
}

/** Where the description is, as it was written. */
export const specYamlPath = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
const specJsonPath = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.json"));

let loaded: Promise<SpecDocument> | undefined;

/**
 * Reads the description of the interface, once in a process. Its bundled JSON is read where it is no older than the
 * YAML, since parsing YAML takes longer than everything else at a start.
 */
export function loadSpec(): Promise<SpecDocument> {
  loaded ??= readSpec();
  return loaded;
}

async function readSpec(): Promise<SpecDocument> {
  const [yamlTime, jsonTime] = await Promise.all([modifiedAt(specYamlPath), modifiedAt(specJsonPath)]);
  if (jsonTime >= yamlTime) return JSON.parse(await readFile(specJsonPath, "utf8")) as SpecDocument;
  const { parse } = await import("yaml");
  return parse(await readFile(specYamlPath, "utf8")) as SpecDocument;
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

/** A JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) of these parts. */
export function pointerOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The part that a pointer leads to, and the pointer to where it is really written: references are followed. */
export function resolveNode(
  document: SpecDocument,
  pointer: string,
): { readonly node: SpecNode; readonly pointer: string } {
  let node: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    node = (node as SpecNode | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  if (typeof node !== "object" || node === null) throw new Error(`The spec has nothing at ${pointer}.`);
  const reference = (node as SpecNode).$ref;
  if (typeof reference === "string") return resolveNode(document, reference.slice(1));
  return { node: node as SpecNode, pointer };
}
