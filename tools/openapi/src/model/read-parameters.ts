import type { Parameter, ParameterPlace, ParameterShape, ScalarKind, Schema } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readExamples } from "./read-examples.ts";
import { resolveSchema, typesOf } from "./schemas.ts";

/** Reads the parameters of an operation: those of its path that it does not override, then its own. */
export function readParameters(
  document: JsonObject,
  itemPointer: string,
  operationPointer: string,
): Parameter[] {
  const [ofPath = [], own = []] = [itemPointer, operationPointer].map((owner) =>
    listOf(placeAt(document, owner).value.parameters).map((_, index) =>
      readParameter(document, owner + pointerOf("parameters", index)),
    ),
  );
  const isOwn = (one: Parameter) => own.some(({ name, in: place }) => name === one.name && place === one.in);
  return [...ofPath.filter((one) => !isOwn(one)), ...own];
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
