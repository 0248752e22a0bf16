import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** An OpenAPI document as parsed, before anything is known about its shape. */
export type SpecDocument = Record<string, unknown>;

/** A place in the document: the value that stands there and its JSON Pointer, references followed. */
export interface Located {
  readonly pointer: string;
  readonly value: Record<string, unknown>;
}

/** Reads `openapi.yaml` of the workspace's spec package. */
export async function loadSpecDocument(): Promise<SpecDocument> {
  const url = new URL(import.meta.resolve("@compute-host/spec/openapi.yaml"));
  return parse(await readFile(url, "utf8")) as SpecDocument;
}

/** Goes to a JSON Pointer and on through local references. */
export function locate(document: SpecDocument, pointer: string): Located {
  let value: unknown = document;
  for (const segment of pointer.split("/").slice(1)) {
    value = isRecord(value) ? value[segment.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  }
  if (!isRecord(value)) throw new Error(`The spec has nothing at ${pointer}.`);
  const reference = value.$ref;
  return typeof reference === "string" ? locate(document, reference.slice(1)) : { pointer, value };
}

/** The members of the object at a pointer, each located; none where the object is missing. */
export function locateMembers(document: SpecDocument, parent: Located, name: string): [string, Located][] {
  const members = parent.value[name];
  if (!isRecord(members)) return [];
  const base = `${parent.pointer}/${name}`;
  return Object.keys(members).map((key) => [key, locate(document, `${base}/${escapeSegment(key)}`)]);
}

/** Escapes a key for use in a JSON Pointer (RFC 6901). */
export function escapeSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
