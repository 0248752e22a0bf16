import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** A JSON value as it was read from a description; its shape is checked where it is used. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** A JSON object of an OpenAPI description. */
export interface JsonObject {
  [key: string]: Json;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** One operation of a description, its parameters merged with those of its path. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly value: JsonObject;
  readonly parameters: readonly JsonObject[];
}

/** Reads an OpenAPI description from a YAML or JSON file. */
export async function readDocument(file: string | URL): Promise<JsonObject> {
  return objectOf(parse(await readFile(file, "utf8")) as Json);
}

/** The value as an object; an absent or other value becomes an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

/** The value as a list; an absent or other value becomes an empty one. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Follows a local `$ref` until a value without one is reached.
 * @throws Error when the reference leads nowhere.
 */
export function resolveRef(document: JsonObject, value: Json | undefined): JsonObject {
  let current = objectOf(value);
  while (typeof current.$ref === "string") {
    const keys = current.$ref.replace(/^#\//, "").split("/");
    let target: Json | undefined = document;
    for (const key of keys) target = objectOf(target)[key.replaceAll("~1", "/").replaceAll("~0", "~")];
    if (target === undefined) throw new Error(`${current.$ref} leads nowhere`);
    current = objectOf(target);
  }
  return current;
}

/** Every operation of the description, in its order. */
export function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) => {
    const pathItem = resolveRef(document, item);
    return methods
      .filter((method) => pathItem[method] !== undefined)
      .map((method) => {
        const value = objectOf(pathItem[method]);
        const parameters = [...listOf(pathItem.parameters), ...listOf(value.parameters)];
        return {
          path,
          method,
          operationId: String(value.operationId ?? `${method} ${path}`),
          value,
          parameters: parameters.map((parameter) => resolveRef(document, parameter)),
        };
      });
  });
}
