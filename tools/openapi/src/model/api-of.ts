import { type JsonObject, listOf, objectOf, textOf } from "../schema/json.ts";
import { placeAt, pointerOf } from "../schema/pointer.ts";
import type { Schema } from "../schema/schemas.ts";
import type { Api } from "./api.ts";
import { readOperations } from "./read-operations.ts";

/** Creates the model of a description that `pnpm generate` accepts. */
export function apiOf(document: JsonObject): Api {
  const { schemas, examples, securitySchemes } = objectOf(document.components);
  const tags = listOf(document.tags).map((tag) => ({
    name: textOf(objectOf(tag).name),
    description: textOf(objectOf(tag).description).trim(),
  }));
  return {
    info: objectOf(document.info),
    tags,
    operations: readOperations(document),
    securitySchemes: objectOf(securitySchemes) as Readonly<Record<string, JsonObject>>,
    schemas: objectOf(schemas) as Readonly<Record<string, Schema>>,
    examples: Object.fromEntries(
      Object.keys(objectOf(examples)).map((name) => {
        const { value } = placeAt(document, pointerOf("components", "examples", name)).value;
        return [name, value];
      }),
    ),
    document,
  };
}
