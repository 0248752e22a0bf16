import type { Api, Example, Schema, Tag } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readExample } from "./read-examples.ts";
import { readOperations } from "./read-operations.ts";
import { readSecuritySchemes } from "./read-security.ts";
import { viewsIn, withViews } from "./views.ts";

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
