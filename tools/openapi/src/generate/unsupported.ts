import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { methodKeys } from "../model/api.ts";
import { refusedPlaces } from "../model/check-all.ts";
import type { DescriptionError } from "../model/description-error.ts";
import { isObject, type Json, type JsonObject, objectOf } from "../model/json.ts";
import { keysOf, pointerOf, valueAt } from "../model/pointer.ts";

/** An operation that cannot be generated, and why. */
export interface Unsupported {
  /** Method and path: `GET /computers`. */
  readonly operation: string;
  readonly reason: string;
}

/** Reads the operations that are left out, as `pnpm generate --skip-unsupported` listed them; none without a list. */
export async function readUnsupported(url: URL): Promise<Unsupported[]> {
  return existsSync(url) ? (JSON.parse(await readFile(url, "utf8")) as Unsupported[]) : [];
}

/** Writes the list; removes it if it is empty. */
export async function writeUnsupported(url: URL, unsupported: readonly Unsupported[]): Promise<void> {
  if (unsupported.length === 0) await rm(url, { force: true });
  else await writeFile(url, `${JSON.stringify(unsupported, undefined, 2)}\n`);
}

/** A place that is refused, and the operations that it concerns. */
export interface Refused {
  readonly error: DescriptionError;
  readonly operations: readonly string[];
}

/**
 * Makes something of a description without the operations that cannot be generated.
 *
 * @param make throws a DescriptionError for what it refuses, or an AggregateError with several
 * @returns the result, and every place that was refused
 * @throws what `make` throws where leaving out operations does not help
 */
export async function withoutRefused<T>(
  description: JsonObject,
  make: (description: JsonObject) => Promise<T>,
): Promise<{ readonly result: T; readonly refused: readonly Refused[] }> {
  const refused: Refused[] = [];
  for (;;) {
    const left = withoutOperations(
      description,
      refused.flatMap(({ operations }) => operations),
    );
    try {
      return { result: await make(left), refused };
    } catch (error) {
      const places = refusedPlaces(error).map((place) => ({
        error: place,
        operations: place.pointer === undefined ? [] : operationsAt(left, place.pointer),
      }));
      if (places.some(({ operations }) => operations.length === 0)) throw error;
      refused.push(...places);
    }
  }
}

/** Removes operations, and the components that only they use. */
export function withoutOperations(description: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return description;
  const paths = Object.entries(objectOf(description.paths)).flatMap(([path, item]) => {
    if (names.includes(path)) return [];
    const kept = Object.entries(objectOf(item)).filter(([key]) => !names.includes(operationName(key, path)));
    return [[path, Object.fromEntries(kept)]];
  });
  const { components, ...others } = description;
  const rest = { ...others, paths: Object.fromEntries(paths) as JsonObject };
  const used = reachable(description, rest);
  // Security schemes are named, not referenced.
  const kinds = Object.entries(objectOf(components)).map(([kind, group]) => [
    kind,
    kind === "securitySchemes"
      ? group
      : Object.fromEntries(
          Object.entries(objectOf(group)).filter(([name]) => used.has(pointerOf("components", kind, name))),
        ),
  ]);
  return { ...rest, components: Object.fromEntries(kinds) };
}

const methods: ReadonlySet<string> = new Set(methodKeys);

function operationName(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns the operations that a place belongs to, or that use the component that it belongs to. */
function operationsAt(description: JsonObject, pointer: string): string[] {
  const component = pointerOf(...keysOf(pointer).slice(0, 3));
  return Object.entries(objectOf(description.paths)).flatMap(([path, item]) => {
    const at = pointerOf("paths", path);
    const { $ref, ...members } = objectOf(item);
    if ($ref !== undefined) return reachable(description, item).has(component) ? [path] : [];
    const shared = Object.fromEntries(Object.entries(members).filter(([key]) => !methods.has(key)));
    return Object.keys(members)
      .filter((key) => methods.has(key))
      .filter((method) => {
        const own = at + pointerOf(method);
        const isInside = pointer === own || pointer.startsWith(`${own}/`);
        const isShared = (pointer === at || pointer.startsWith(`${at}/`)) && !isOfMethod(pointer, at);
        const uses = () => reachable(description, [members[method] ?? null, shared]).has(component);
        return isInside || isShared || uses();
      })
      .map((method) => operationName(method, path));
  });
}

function isOfMethod(pointer: string, item: string): boolean {
  return methods.has(keysOf(pointer.slice(item.length))[0] ?? "");
}

/** Returns the pointers of all components that a part refers to, directly or through others. */
function reachable(description: JsonObject, part: Json | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: (Json | undefined)[] = [part];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...(next as readonly Json[]));
    else if (isObject(next)) {
      waiting.push(...Object.values(next));
      // A discriminator's mapping refers by text alone.
      for (const text of Object.values(next)) {
        if (typeof text !== "string" || !text.startsWith("#/components/")) continue;
        const pointer = pointerOf(...keysOf(text).slice(0, 3));
        if (found.has(pointer)) continue;
        found.add(pointer);
        waiting.push(valueAt(description, pointer));
      }
    }
  }
  return found;
}
