import type { Parameter, ParameterPlace, Schema } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import type { ParameterShape, ScalarKind } from "./parameter-values.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readExamples } from "./read-examples.ts";
import { resolveSchema, typesOf } from "./schemas.ts";

/**
 * Reads the parameters of an operation: those of its path, overridden by its own with the same name and place
 * ([OpenAPI 3.1, section 4.8.9](https://spec.openapis.org/oas/v3.1.1#path-item-object)).
 */
export function readParameters(
  document: JsonObject,
  itemPointer: string,
  operationPointer: string,
): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const owner of [itemPointer, operationPointer]) {
    const { value } = placeAt(document, owner);
    for (const index of listOf(value.parameters).keys()) {
      const parameter = readParameter(document, owner + pointerOf("parameters", index));
      byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...byKey.values()];
}

function readParameter(document: JsonObject, at: string): Parameter {
  const { pointer, value } = placeAt(document, at);
  const schema = objectOf(value.schema) as Schema;
  const resolved = resolveSchema(document, schema);
  return {
    name: textOf(value.name),
    in: textOf(value.in) as ParameterPlace,
    description: textOf(value.description).trim(),
    isRequired: value.required === true,
    isDeprecated: value.deprecated === true,
    shape: shapeOf(document, resolved),
    default: resolved.default,
    schema,
    schemaPointer: pointer + pointerOf("schema"),
    pointer,
    examples: readExamples(document, pointer, schema),
  };
}

function shapeOf(document: JsonObject, schema: Schema): ParameterShape {
  const kind = scalarKind(schema);
  if (kind !== undefined) return { kind };
  return { kind: "array", items: scalarKind(resolveSchema(document, schema.items as Schema)) ?? "string" };
}

/** The type of a scalar; `undefined` for a list. */
function scalarKind(schema: Schema): ScalarKind | undefined {
  const [type = "string"] = typesOf(schema);
  return type === "array" ? undefined : (type as ScalarKind);
}
