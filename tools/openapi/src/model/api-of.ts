import { type JsonObject, listOf, objectOf, textOf } from "../schema/json.ts";
import { placeAt, pointerOf } from "../schema/pointer.ts";
import type { Schema } from "../schema/schemas.ts";
import type { Api, Example } from "./api.ts";
import { readOperations } from "./read-operations.ts";
import { readExample } from "./read-parameters.ts";
import { withViews } from "./views.ts";

/** Creates the model of a description that `pnpm generate` accepts. */
export function apiOf(description: JsonObject): Api {
  const { document, views } = withViews(description);
  const { schemas, examples, securitySchemes } = objectOf(document.components);
  const tags = listOf(document.tags).map((tag) => ({
    name: textOf(objectOf(tag).name),
    description: textOf(objectOf(tag).description).trim(),
  }));
  return {
    info: objectOf(document.info),
    tags,
    operations: readOperations(document),
    securitySchemes: mapped(securitySchemes, (_name, scheme) => ({
      description: textOf(scheme.description).trim(),
    })),
    schemas: objectOf(schemas) as Readonly<Record<string, Schema>>,
    views,
    examples: mapped(
      examples,
      (name): Example => readExample(placeAt(document, pointerOf("components", "examples", name)).value),
    ),
    document,
  };
}

function mapped<Value>(
  values: JsonObject[string],
  convert: (name: string, value: JsonObject) => Value,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(objectOf(values)).map(([name, value]) => [
    name,
    convert(name, objectOf(value)),
  ]);
  return Object.fromEntries(entries) as Record<string, Value>;
}
