import type { Parameter, ParameterPlace, ParameterStyle, Schema } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { placeAt, pointerOf } from "./pointer.ts";
import { readExamples } from "./read-examples.ts";

const defaultStyles: Readonly<Record<ParameterPlace, ParameterStyle>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};

/** Header parameters that OpenAPI ignores (section 4.8.12.1), because other parts of a description define them. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

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
  return [...byKey.values()].filter(
    (parameter) => parameter.in !== "header" || !ignoredHeaders.has(parameter.name.toLowerCase()),
  );
}

function readParameter(document: JsonObject, pointer: string): Parameter {
  const place = placeAt(document, pointer);
  const { value } = place;
  const location = textOf(value.in) as ParameterPlace;
  const style = (textOf(value.style) || defaultStyles[location]) as ParameterStyle;
  const [mediaType] = Object.keys(objectOf(value.content));
  const holder = mediaType === undefined ? place.pointer : place.pointer + pointerOf("content", mediaType);
  const schema = objectOf(placeAt(document, holder).value.schema) as Schema;
  return {
    name: textOf(value.name),
    in: location,
    description: textOf(value.description).trim(),
    isRequired: value.required === true || location === "path",
    isDeprecated: value.deprecated === true,
    style,
    // `deepObject` has no other form (OpenAPI 3.1, section 4.8.12.2.1).
    explodes: typeof value.explode === "boolean" ? value.explode : style === "form" || style === "deepObject",
    allowsReserved: value.allowReserved === true && location === "query",
    mediaType,
    schema,
    schemaPointer: holder + pointerOf("schema"),
    pointer: place.pointer,
    examples: readExamples(document, holder, schema),
  };
}
