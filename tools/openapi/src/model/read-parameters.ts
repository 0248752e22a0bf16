import { type JsonObject, listOf, objectOf, textOf } from "../schema/json.ts";
import { keysOf, placeAt, pointerOf } from "../schema/pointer.ts";
import { resolveSchema, type Schema, typesOf } from "../schema/schemas.ts";
import type { Header, NamedExample, Parameter, ParameterPlace, ScalarKind } from "./api.ts";

/** Reads a header field or a parameter. */
export function readHeader(document: JsonObject, name: string, at: string): Header {
  const { pointer, value } = placeAt(document, at);
  const schema = objectOf(value.schema) as Schema;
  return {
    name,
    description: textOf(value.description).trim(),
    isRequired: value.required === true,
    isDeprecated: value.deprecated === true,
    schema,
    schemaPointer: pointer + pointerOf("schema"),
    pointer,
    examples: readExamples(document, pointer),
  };
}

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
  const { value } = placeAt(document, at);
  const field = readHeader(document, textOf(value.name), at);
  const schema = resolveSchema(document, field.schema);
  const kind = scalarKind(schema);
  const items = resolveSchema(document, objectOf(schema.items) as Schema);
  return {
    ...field,
    in: textOf(value.in) as ParameterPlace,
    shape: kind === undefined ? { kind: "array", items: scalarKind(items) ?? "string" } : { kind },
    default: schema.default,
  };
}

/** The type of a scalar; `undefined` for a list. */
function scalarKind(schema: Schema): ScalarKind | undefined {
  const [type = "string"] = typesOf(schema);
  return type === "array" ? undefined : (type as ScalarKind);
}

/** Reads the examples of a parameter, a header or a media type: its `examples` by name, or its `example`. */
export function readExamples(document: JsonObject, pointer: string): NamedExample[] {
  const holder = placeAt(document, pointer).value;
  const named = Object.entries(objectOf(holder.examples)).map(([name, entry]): NamedExample => {
    const place = placeAt(document, pointer + pointerOf("examples", name));
    const { summary, description, value } = place.value;
    const words = textOf(description).trim();
    return {
      name,
      componentName: keysOf(textOf(objectOf(entry).$ref)).at(-1),
      summary: textOf(summary),
      ...(words !== "" && { description: words }),
      value,
      pointer: place.pointer + pointerOf("value"),
    };
  });
  if (holder.example === undefined) return named;
  const own = { name: "example", componentName: undefined, summary: "", value: holder.example };
  return [...named, { ...own, pointer: pointer + pointerOf("example") }];
}
