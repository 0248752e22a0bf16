import { fileURLToPath } from "node:url";
import { apiOf, type Json, type JsonObject, keysOf, listOf, objectOf, textOf } from "@compute-host/openapi";
import { readDescription } from "@compute-host/openapi/read-api";

/** Returns the description after each change of `changes.yaml`, by the name of the change. */
export async function readChanges(description: JsonObject): Promise<Map<string, JsonObject>> {
  const rows: unknown = await readDescription(fileURLToPath(new URL("changes.yaml", import.meta.url)));
  const changes = listOf(rows as Json).map((row) => {
    const [name, edits] = listOf(row);
    return [String(name), changed(description, objectOf(edits))] as const;
  });
  return new Map(changes);
}

function changed(description: JsonObject, edits: JsonObject): JsonObject {
  const draft = structuredClone(description);
  const { operations, schemas } = apiOf(description);
  const keysAt = (place: string): string[] => {
    const [first = "", ...rest] = keysOf(`/${place}`);
    const operation = operations.find(({ operationId }) => operationId === first);
    if (operation !== undefined) return [...keysOf(operation.pointer), ...rest];
    return first in schemas ? ["components", "schemas", first, ...rest] : [first, ...rest];
  };
  for (const [place, written] of Object.entries(edits)) {
    const [, from] = /^@(.+)$/.exec(textOf(written)) ?? [];
    const value = from === undefined ? written : structuredClone(holderAt(draft, [...keysAt(from), ""]));
    const keys = keysAt(place);
    const last = keys.at(-1) ?? "";
    const holder = holderAt(draft, keys);
    if (value !== null && last === "-") holder.push(value);
    else if (value !== null) holder[last] = value;
    else if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete holder[last];
  }
  return draft;
}

// biome-ignore lint/suspicious/noExplicitAny: any part of a description
type Part = any;

/** Returns what holds the last of the keys, and creates it. */
const holderAt = (draft: Part, keys: readonly string[]): Part =>
  keys.slice(0, -1).reduce((part, key) => (part[key] ??= {}), draft);
