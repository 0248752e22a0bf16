import type { Example, NamedExample, Schema } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { keysOf, placeAt, pointerOf } from "./pointer.ts";

/** Reads an example object. */
export function readExample(value: JsonObject): Example {
  const description = textOf(value.description).trim();
  return { summary: textOf(value.summary), ...(description !== "" && { description }), value: value.value };
}

/**
 * Reads the examples of a parameter, a header or a media type: its `examples` by name, its `example`, or those of
 * its schema.
 */
export function readExamples(document: JsonObject, pointer: string, schema: Schema): NamedExample[] {
  const { value } = placeAt(document, pointer);
  const named = Object.entries(objectOf(value.examples)).map(([name, entry]): NamedExample => {
    const reference = textOf(objectOf(entry).$ref);
    const place = placeAt(document, pointer + pointerOf("examples", name));
    const componentName = reference === "" ? undefined : keysOf(reference).at(-1);
    return { name, componentName, ...readExample(place.value), pointer: place.pointer + pointerOf("value") };
  });
  if (named.length > 0) return named;
  if (value.example !== undefined) return [unnamed(value.example, pointer + pointerOf("example"))];
  const [first] = listOf(schema.examples);
  return first === undefined ? [] : [unnamed(first, pointer + pointerOf("schema", "examples", 0))];
}

function unnamed(value: Example["value"], pointer: string): NamedExample {
  return { name: "example", componentName: undefined, ...readExample({ value }), pointer };
}
