import { isObject, type Json, type JsonObject, listOf, objectOf } from "../schema/json.ts";
import { pointerOf } from "../schema/pointer.ts";
import { readOnlyNames } from "../schema/read-only.ts";
import { mapSubschemas, type Schema, schemaNameOf, walkSchemas } from "../schema/schemas.ts";
import type { SchemaView } from "./api.ts";
import { DescriptionError } from "./description-error.ts";

/** A document with its views, by name: a view is a schema without the properties that requests, or responses, leave out. */
interface Viewed {
  readonly document: JsonObject;
  readonly views: Readonly<Record<string, SchemaView>>;
}

type Direction = SchemaView["direction"];

/**
 * What marks the properties that a direction leaves out, and how the name of a schema ends that is made for it: `ComputerWritable`
 * is `Computer` as a request has it.
 */
const directions = {
  requests: { keyword: "readOnly", suffix: "Writable" },
  responses: { keyword: "writeOnly", suffix: "Readable" },
} as const;

/**
 * Makes the bodies of requests refer to schemas without `readOnly` properties, which validators refuse
 * ({@link withReadOnlyRefused}), and those of responses to schemas without `writeOnly` ones
 * ([OpenAPI 3.0, section 4.7.24](https://spec.openapis.org/oas/v3.0.4#schema-object)).
 *
 * @throws DescriptionError if the name of a second schema is taken
 */
export function withViews(description: JsonObject): Viewed {
  const schemas = objectOf(objectOf(description.components).schemas) as Readonly<Record<string, Schema>>;
  const added: Record<string, Schema> = {};
  const views: Record<string, SchemaView> = {};
  const document = copyWithViews(description, "responses") as JsonObject;
  const components = { ...objectOf(document.components), schemas: { ...schemas, ...added } };
  return { document: { ...document, components }, views };

  /** Copies a part of the description. Bodies, which are what a `content` holds, get views of their schemas; the rest stays. */
  function copyWithViews(value: Json | undefined, direction: Direction, key = ""): Json | undefined {
    if (!isObject(value) || key === "schemas" || key === "examples") return value;
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      name === "content"
        ? contentWithViews(objectOf(inner), direction)
        : copyWithViews(inner, name === "requestBody" ? "requests" : direction, name),
    ]);
    return Object.fromEntries(entries) as JsonObject;
  }

  function contentWithViews(content: JsonObject, direction: Direction): JsonObject {
    const entries = Object.entries(content).map(([mediaType, media]) => {
      const { schema, ...others } = objectOf(media);
      return [mediaType, { schema: viewOf(objectOf(schema) as Schema, direction), ...others }];
    });
    return Object.fromEntries(entries) as JsonObject;
  }

  /** Whether a schema, or one that it leads to, has a property that a direction leaves out. */
  function needsView(schema: Schema, direction: Direction, seen = new Set<string>()): boolean {
    let found = false;
    walkSchemas(schema, (inner) => {
      found ||= leftOutOf(inner, direction).length > 0;
      const name = schemaNameOf(inner);
      if (found || name === undefined || seen.has(name)) return;
      seen.add(name);
      found = needsView(schemas[name] ?? {}, direction, seen);
    });
    return found;
  }

  /** The names of properties that a direction leaves out: the mark stands in the property, or in the schema it refers to. */
  function leftOutOf({ properties }: Schema, direction: Direction): string[] {
    const { keyword } = directions[direction];
    const isLeftOut = (property: JsonObject) =>
      [property, schemas[schemaNameOf(property) ?? ""]].some((one) => one?.[keyword] === true);
    const entries = Object.entries(objectOf(properties));
    return entries.flatMap(([name, property]) => (isLeftOut(objectOf(property)) ? [name] : []));
  }

  /** Returns a schema as a direction has it: the same one, if nothing is left out. */
  function viewOf(schema: Schema, direction: Direction): Schema {
    if (!needsView(schema, direction)) return schema;
    const names = leftOutOf(schema, direction);
    const inner = mapSubschemas(referToView(schema, direction), (one) => viewOf(one, direction));
    const { properties, required, default: filled, examples, ...rest } = inner;
    const needed = listOf(required).filter((name) => !names.includes(String(name)));
    return {
      ...rest,
      ...(filled !== undefined && { default: without(filled, names) }),
      ...(examples !== undefined && { examples: listOf(examples).map((one) => without(one, names)) }),
      ...(properties !== undefined && { properties: without(properties, names) }),
      ...(needed.length > 0 && { required: needed }),
      ...(names.length > 0 && direction === "requests" && { [readOnlyNames]: names }),
    } as Schema;
  }

  /** Makes a reference lead to the view of its schema, which is added when the first reference needs it. */
  function referToView(schema: Schema, direction: Direction): Schema {
    const of = schemaNameOf(schema);
    const { keyword, suffix } = directions[direction];
    if (of === undefined) return schema;
    const name = of + suffix;
    const pointer = pointerOf("components", "schemas", name);
    if (Object.hasOwn(schemas, name)) {
      const what = `${of} has ${keyword} properties, and its schema without them would be called ${name}`;
      throw new DescriptionError(`${what}: rename the schema ${name}.`, pointer);
    }
    if (!Object.hasOwn(views, name)) {
      // Before its schema, which may refer to itself.
      views[name] = { of, direction };
      added[name] = viewOf(schemas[of] ?? {}, direction);
    }
    return { ...schema, $ref: `#${pointer}` };
  }
}

function without(value: Json, names: readonly string[]): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as JsonObject;
}
