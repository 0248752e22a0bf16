import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { makeDocumentFromString } from "@redocly/openapi-core";
import type { Api, Example, Schema, Tag } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readExample } from "./read-examples.ts";
import { readOperations } from "./read-operations.ts";
import { readSecuritySchemes } from "./read-security.ts";
import { viewsIn, withViews } from "./views.ts";

/** Reads a description file into the model; see {@link apiOf}. */
export async function readApi(file: string): Promise<Api> {
  return apiOf(await readDescription(file));
}

/**
 * Reads a description file, as it is written.
 *
 * @throws Error if it is missing, or not YAML
 */
export async function readDescription(file: string): Promise<JsonObject> {
  return makeDocumentFromString<JsonObject>(await readFile(file, "utf8"), relative(process.cwd(), file))
    .parsed;
}

/** Creates the model of a description that `pnpm generate` accepts. */
export function apiOf(description: JsonObject): Api {
  const document = withViews(description);
  const components = objectOf(document.components);
  const operations = readOperations(document);
  return {
    info: objectOf(document.info),
    tags: readTags(document, operations),
    operations,
    securitySchemes: readSecuritySchemes(document),
    schemas: objectOf(components.schemas) as Readonly<Record<string, Schema>>,
    views: viewsIn(description, document),
    examples: Object.fromEntries(
      Object.keys(objectOf(components.examples)).map((name): [string, Example] => [
        name,
        readExample(placeAt(document, pointerOf("components", "examples", name)).value),
      ]),
    ),
    document,
  };
}

/** Returns the declared tags, then those that only operations name. */
function readTags(document: JsonObject, operations: Api["operations"]): Tag[] {
  const declared = listOf(document.tags).map((tag) => ({
    name: textOf(objectOf(tag).name),
    description: textOf(objectOf(tag).description).trim(),
  }));
  const names = new Set(declared.map(({ name }) => name));
  const others = [...new Set(operations.map(({ tag }) => tag))].filter((name) => !names.has(name));
  return [...declared, ...others.map((name) => ({ name, description: "" }))];
}
