import { relative } from "node:path";
import { BaseResolver, type Document, getLineColLocation } from "@redocly/openapi-core";
import { isObject, type Json } from "./json.ts";
import { keysOf, pointerOf, valueAt } from "./pointer.ts";

/**
 * Finds the line of the source that a place of the bundled description comes from: in the file itself, or in one that it
 * references.
 *
 * @param file the description's path
 * @param pointer JSON Pointer into the bundled description; for a place that is not in a source, its nearest parent counts
 * @returns such as `spec/openapi.yaml:12`
 */
export async function findSourcePlace(file: string, pointer: string): Promise<string> {
  const resolver = new BaseResolver();
  const root = await open(resolver, "", file);
  const keys = keysOf(pointer);
  const [first, kind = "", name = ""] = keys;
  const isBundled =
    first === "components" && valueAt(root.parsed, pointerOf(...keys.slice(0, 3))) === undefined;
  const start = isBundled ? await findReferenced(resolver, root, kind, name) : undefined;
  return start === undefined
    ? follow(resolver, root, "", keys)
    : follow(resolver, start.document, start.pointer, keys.slice(3));
}

type Source = Document<Json>;

async function open(resolver: BaseResolver, base: string, file: string): Promise<Source> {
  const document = await resolver.resolveDocument<Json>(base === "" ? null : base, file, base === "");
  if (document instanceof Error) throw document;
  return document;
}

/** Goes down as far as the keys lead, into other files where a reference does. */
async function follow(
  resolver: BaseResolver,
  source: Source,
  from: string,
  keys: readonly string[],
): Promise<string> {
  let document = source;
  let at = from;
  for (const key of keys) {
    const next = await target(resolver, document, at);
    const inside = next.pointer + pointerOf(key);
    if (valueAt(next.document.parsed, inside) === undefined) break;
    document = next.document;
    at = inside;
  }
  const { source: text } = document;
  const { start } = getLineColLocation({ source: text, pointer: `#${at || "/"}`, reportOnKey: true });
  return `${relative(process.cwd(), text.absoluteRef) || text.absoluteRef}:${start.line}`;
}

interface SourcePlace {
  readonly document: Source;
  readonly pointer: string;
}

/** Follows a reference at a place, if there is one. */
async function target(resolver: BaseResolver, document: Source, pointer: string): Promise<SourcePlace> {
  const value = valueAt(document.parsed, pointer);
  const reference = isObject(value) && typeof value.$ref === "string" ? value.$ref : undefined;
  if (reference === undefined) return { document, pointer };
  const [file = "", fragment = ""] = reference.split("#");
  const other = file === "" ? document : await open(resolver, document.source.absoluteRef, file);
  return target(resolver, other, pointerOf(...keysOf(`#${fragment}`)));
}

/** The bundler names a component after the file or the key that a reference leads to. */
async function findReferenced(
  resolver: BaseResolver,
  root: Source,
  kind: string,
  name: string,
): Promise<SourcePlace | undefined> {
  const seen = new Set<string>();
  const waiting = [root];
  for (let document = waiting.pop(); document !== undefined; document = waiting.pop()) {
    if (seen.has(document.source.absoluteRef)) continue;
    seen.add(document.source.absoluteRef);
    for (const reference of externalReferences(document.parsed)) {
      const [file = "", fragment = ""] = reference.split("#");
      const other = await open(resolver, document.source.absoluteRef, file);
      const called = fragment === "" ? file.split("/").at(-1)?.split(".")[0] : keysOf(`#${fragment}`).at(-1);
      const isMeant = called === name && kind !== "";
      if (isMeant) return { document: other, pointer: pointerOf(...keysOf(`#${fragment}`)) };
      waiting.push(other);
    }
  }
  return undefined;
}

function externalReferences(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => externalReferences(item));
  if (!isObject(value)) return [];
  const own = typeof value.$ref === "string" && !value.$ref.startsWith("#") ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(externalReferences)];
}
