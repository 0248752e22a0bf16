import type { Schema, SchemaView } from "./api.ts";
import { DescriptionError } from "./description-error.ts";
import { type Json, type JsonObject, listOf, objectOf } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import { readOnlyNames } from "./read-only.ts";
import { mapSubschemas, schemaNameOf, walkSchemas } from "./schemas.ts";

/** The properties that one direction lacks: those with this keyword. Schemas that have any get a second one of this name. */
interface View {
  readonly keyword: "readOnly" | "writeOnly";
  readonly suffix: "Writable" | "Readable";
}

const ofRequests: View = { keyword: "readOnly", suffix: "Writable" };
const ofResponses: View = { keyword: "writeOnly", suffix: "Readable" };

/**
 * Makes the bodies of requests refer to schemas without `readOnly` properties, which validators refuse
 * ({@link withReadOnlyRefused}), and those of responses to schemas without `writeOnly` ones
 * ([OpenAPI 3.0, section 4.7.24](https://spec.openapis.org/oas/v3.0.4#schema-object);
 * [JSON Schema, section 9.4](https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4)).
 *
 * @throws DescriptionError if the name of a second schema is taken
 */
export function withViews(document: JsonObject): JsonObject {
  const added: Record<string, Schema> = {};
  const requests = viewer(document, ofRequests, added);
  const responses = viewer(document, ofResponses, added);
  const operation = (value: JsonObject): JsonObject => ({
    ...value,
    ...(value.requestBody !== undefined && {
      requestBody: withContent(objectOf(value.requestBody), requests),
    }),
    ...(value.responses !== undefined && {
      responses: mapped(value.responses, (one) => withContent(one, responses)),
    }),
  });
  const paths = mapped(document.paths, (item) => mapped(item, operation));
  const components = objectOf(document.components);
  const errors = mapped(components.responses, (one) => withContent(one, responses));
  const schemas = { ...objectOf(components.schemas), ...added };
  return {
    ...document,
    paths,
    components: { ...components, ...(components.responses !== undefined && { responses: errors }), schemas },
  };
}

/** Returns the schemas that {@link withViews} added to a document, by name. */
export function viewsIn(document: JsonObject, viewed: JsonObject): Record<string, SchemaView> {
  const componentSchemas = (one: JsonObject) => objectOf(objectOf(one.components).schemas);
  const own = componentSchemas(document);
  const added = Object.keys(componentSchemas(viewed)).filter((name) => !Object.hasOwn(own, name));
  const views = added.map((name): [string, SchemaView] => {
    const isOfRequests = name.endsWith(ofRequests.suffix);
    const { suffix } = isOfRequests ? ofRequests : ofResponses;
    const direction = isOfRequests ? "requests" : "responses";
    return [name, { of: name.slice(0, -suffix.length), direction }];
  });
  return Object.fromEntries(views);
}

function viewer(
  document: JsonObject,
  { keyword, suffix }: View,
  added: Record<string, Schema>,
): (schema: Schema) => Schema {
  const schemas = objectOf(objectOf(document.components).schemas) as Readonly<Record<string, Schema>>;

  /** Whether a schema, or one that it leads to, has a property that this direction lacks. */
  function differs(schema: Schema, seen = new Set<string>()): boolean {
    let found = false;
    walkSchemas(schema, (inner) => {
      found ||= Object.values(objectOf(inner.properties)).some(isLacking);
      const name = schemaNameOf(inner);
      if (found || name === undefined || seen.has(name)) return;
      seen.add(name);
      found = differs(schemas[name] ?? {}, seen);
    });
    return found;
  }

  /** A property says it itself, or beside its reference, or the schema of that does. */
  function isLacking(property: Json | undefined): boolean {
    const own = objectOf(property) as Schema;
    return [own, schemas[schemaNameOf(own) ?? ""]].some((one) => one?.[keyword] === true);
  }

  function view(schema: Schema): Schema {
    const lacking = Object.entries(objectOf(schema.properties)).flatMap(([name, property]) =>
      isLacking(property) ? [name] : [],
    );
    const { properties, required, ...rest } = mapSubschemas(withReference(schema), view);
    const needed = listOf(required).filter((name) => !lacking.includes(String(name)));
    return {
      ...rest,
      ...withoutMembers(rest, lacking),
      ...(properties !== undefined && { properties: without(properties, lacking) }),
      ...(needed.length > 0 && { required: needed }),
      ...(lacking.length > 0 && keyword === "readOnly" && { [readOnlyNames]: lacking }),
    } as Schema;
  }

  function withReference(schema: Schema): Schema {
    const name = schemaNameOf(schema);
    const target = name === undefined ? undefined : schemas[name];
    if (name === undefined || target === undefined || !differs(schema)) return schema;
    const other = name + suffix;
    if (Object.hasOwn(schemas, other)) {
      const what = `${name} has ${keyword} properties, and its schema without them would be called ${other}`;
      throw new DescriptionError(
        `${what}: rename the schema ${other}.`,
        pointerOf("components", "schemas", other),
      );
    }
    if (!Object.hasOwn(added, other)) {
      // It may refer to itself.
      added[other] = {};
      added[other] = view(target);
    }
    return { ...schema, $ref: `#${pointerOf("components", "schemas", other)}` };
  }

  return (schema) => (differs(schema) ? view(schema) : schema);
}

/** The examples and the default of a schema, without the members that it lacks. */
function withoutMembers({ default: filled, examples }: JsonObject, names: readonly string[]): JsonObject {
  return {
    ...(filled !== undefined && { default: without(filled, names) }),
    ...(examples !== undefined && { examples: listOf(examples).map((one) => without(one, names)) }),
  };
}

function without(value: Json, names: readonly string[]): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value as JsonObject).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept) as JsonObject;
}

function withContent(value: JsonObject, view: (schema: Schema) => Schema): JsonObject {
  if (value.content === undefined) return value;
  const content = mapped(value.content, (media) => ({
    ...media,
    schema: view(objectOf(media.schema) as Schema),
  }));
  return { ...value, content };
}

/** Replaces the objects in an object. */
function mapped(value: Json | undefined, replace: (item: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(objectOf(value)).map(([key, item]) => [
    key,
    typeof item === "object" && item !== null && !Array.isArray(item) ? replace(item as JsonObject) : item,
  ]);
  return Object.fromEntries(entries) as JsonObject;
}
