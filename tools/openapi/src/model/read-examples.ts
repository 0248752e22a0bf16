import type { Example, NamedExample, Schema } from "./api.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { keysOf, placeAt, pointerOf } from "./pointer.ts";

/** Reads an example object. */
export function readExample(value: JsonObject): Example {
  return { summary: textOf(value.summary), value: value.value };
}

/**
 * Reads the examples of a parameter, a header or a media type: its `examples` by name, its `example`, or those of
 * its schema.
 */
export function readExamples(
  document: JsonObject,
  pointer: string,
  schema: Schema | undefined,
): NamedExample[] {
  const { value } = placeAt(document, pointer);
  const named = Object.entries(objectOf(value.examples)).map(([name, entry]): NamedExample => {
    const reference = textOf(objectOf(entry).$ref);
    const resolved = placeAt(document, pointer + pointerOf("examples", name)).value;
    const componentName = reference === "" ? undefined : keysOf(reference).at(-1);
    return { name, componentName, ...readExample(resolved) };
  });
  if (named.length > 0) return named;
  if (value.example !== undefined) return [unnamed(value.example)];
  const ofSchema = [...listOf(schema?.examples), ...(schema?.example === undefined ? [] : [schema.example])];
  return ofSchema.slice(0, 1).map(unnamed);
}

function unnamed(value: Example["value"]): NamedExample {
  return { name: "example", componentName: undefined, summary: "", value };
}
