import { pathToFileURL } from "node:url";
import { isObject } from "../json-value.ts";
import type { SourceFile } from "./source-file.ts";

/** A file, or a schema with a `$id` in it: what the references inside are relative to (JSON Schema 2020-12, 8.2). */
export interface SchemaResource {
  readonly pointer: readonly string[];
  readonly uri: string;
  /** The pointers of `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, readonly string[]>;
  /** The names of those that are dynamic. */
  readonly dynamic: Set<string>;
}

/** Lists the resources of a file: the file itself, then each schema with a `$id`, outermost first. */
export function resourcesOf({ file, value, hasNames = true }: SourceFile): readonly SchemaResource[] {
  const self = isObject(value) && typeof value.$self === "string" ? value.$self : "";
  const root = resource([], self, pathToFileURL(file).href);
  const found = [root];
  if (!hasNames) return found;
  const waiting: { part: unknown; pointer: readonly string[]; within: SchemaResource }[] = [
    { part: value, pointer: [], within: root },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, pointer, within } = next;
    if (typeof part !== "object" || part === null) continue;
    let own = within;
    if (isObject(part)) {
      if (typeof part.$id === "string" && !part.$id.startsWith("#")) {
        own = resource(pointer, part.$id, within.uri);
        found.push(own);
      }
      for (const key of ["$anchor", "$dynamicAnchor"] as const) {
        const name = part[key];
        if (typeof name !== "string" || own.anchors.has(name)) continue;
        own.anchors.set(name, pointer);
        if (key === "$dynamicAnchor") own.dynamic.add(name);
      }
    }
    for (const [key, child] of Object.entries(part))
      waiting.push({ part: child, pointer: [...pointer, key], within: own });
  }
  return found;
}

function resource(pointer: readonly string[], id: string, base: string): SchemaResource {
  const uri = (URL.canParse(id, base) ? new URL(id, base).href : base).replace(/#.*$/, "");
  return { pointer, uri, anchors: new Map(), dynamic: new Set() };
}

/** The innermost resource that a place of the file belongs to. */
export function resourceAt(
  resources: readonly SchemaResource[],
  pointer: readonly string[],
): SchemaResource | undefined {
  const around = resources.filter((each) => each.pointer.every((part, index) => part === pointer[index]));
  return around.reduce<SchemaResource | undefined>(
    (inner, each) => (inner && inner.pointer.length > each.pointer.length ? inner : each),
    undefined,
  );
}
