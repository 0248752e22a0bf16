import type { Api, Example, Schema, Tag } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { withTakenTypeNames } from "./names.ts";
import { normalizeDescription } from "./normalize.ts";
import { placeAt, pointerOf, valueAt } from "./pointer.ts";
import { readDescription } from "./read-description.ts";
import { readExample } from "./read-examples.ts";
import { readOperations, readWebhooks } from "./read-operations.ts";
import { readSecuritySchemes } from "./read-security.ts";
import { viewsIn, withViews } from "./views.ts";

/**
 * Reads a description file into the model.
 *
 * @throws DescriptionError if the description cannot be read
 */
export async function readApi(file: string): Promise<Api> {
  return apiOf(await readDescription(file));
}

/** Creates the model of a description; see {@link readDescription} for the requirements, {@link normalizeDescription} for the exceptions. */
export function apiOf(written: JsonObject): Api {
  const { document: description, remarks } = normalizeDescription(written);
  const named = withOperationIds(description, [...readOperations(description), ...readWebhooks(description)]);
  const document = withViews(named);
  const components = objectOf(document.components);
  const schemaNames = Object.keys(objectOf(components.schemas));
  const operations = withTakenTypeNames(readOperations(document), schemaNames);
  return {
    info: objectOf(document.info),
    tags: readTags(document, operations),
    operations,
    webhooks: readWebhooks(document),
    securitySchemes: readSecuritySchemes(document),
    schemas: objectOf(components.schemas) as Readonly<Record<string, Schema>>,
    views: viewsIn(named, document),
    examples: Object.fromEntries(
      Object.keys(objectOf(components.examples)).map((name): [string, Example] => [
        name,
        readExample(placeAt(document, pointerOf("components", "examples", name)).value),
      ]),
    ),
    document,
    remarks,
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

/** Adds missing operationIds to the description, so that all tools use the same names. */
function withOperationIds(description: JsonObject, operations: Api["operations"]): JsonObject {
  const document = structuredClone(description);
  for (const { pointer, operationId } of operations) {
    Object.assign(objectOf(valueAt(document, pointer)), { operationId });
  }
  return document;
}
