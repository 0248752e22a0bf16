import type { Schema, SchemaView } from "./api.ts";
import { DescriptionError } from "./description-error.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import { readOnlyNames } from "./read-only.ts";
import { mapSubschemas, resolveSchema, schemaNameOf, walkSchemas } from "./schemas.ts";
import { partsOf } from "./value-types.ts";

/** The properties that one direction lacks: those with this keyword. Schemas that have any get a second one of this name. */
interface View {
  readonly keyword: "readOnly" | "writeOnly";
  readonly suffix: "Writable" | "Readable";
}

/** Leads to a schema inside another one that applies to the same value. */
const sameValue = /^\/(allOf|anyOf|oneOf|if|then|else|dependentSchemas)(\/|$)/;

const ofRequests: View = { keyword: "readOnly", suffix: "Writable" };
const ofResponses: View = { keyword: "writeOnly", suffix: "Readable" };

/**
 * Makes the bodies of requests refer to schemas without `readOnly` properties, which validators refuse
 * ({@link withReadOnlyRefused}), and those of responses to schemas without `writeOnly` ones
 * ([OpenAPI 3.0, section 4.7.24](https://spec.openapis.org/oas/v3.0.4#schema-object);
 * [JSON Schema, section 9.4](https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4)). Webhooks stay as they
 * are.
 *
 * @throws DescriptionError if the name of a second schema is taken
 */
export function withViews(document: JsonObject): JsonObject {
  const added: Record<string, Schema> = {};
  const requests = viewer(document, ofRequests, added);
  const responses = viewer(document, ofResponses, added);
  const operation = (value: Json | undefined): Json | undefined => {
    if (!isObject(value)) return value;
    const { requestBody, responses: answers } = value;
    return {
      ...value,
      ...(requestBody !== undefined && { requestBody: withContent(requestBody, requests) }),
      ...(answers !== undefined && { responses: mapped(answers, (one) => withContent(one, responses)) }),
    };
  };
  const items = (value: Json | undefined) => mapped(value, (item) => mapped(item, operation));
  const components = objectOf(document.components);
  const viewed = {
    ...document,
    paths: items(document.paths),
    components: {
      ...components,
      ...(components.pathItems !== undefined && { pathItems: items(components.pathItems) }),
      ...(components.requestBodies !== undefined && {
        requestBodies: mapped(components.requestBodies, (one) => withContent(one, requests)),
      }),
      ...(components.responses !== undefined && {
        responses: mapped(components.responses, (one) => withContent(one, responses)),
      }),
    },
  };
  if (Object.keys(added).length === 0) return viewed;
  const schemas = { ...objectOf(components.schemas), ...added };
  return { ...viewed, components: { ...viewed.components, schemas } };
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
  function differs(schema: Schema): boolean {
    const waiting = [schema];
    const seen = new Set<string>();
    let found = false;
    for (let next = waiting.pop(); next !== undefined && !found; next = waiting.pop()) {
      walkSchemas(next, (inner) => {
        found ||= Object.values(objectOf(inner.properties)).some(isLacking);
        const name = schemaNameOf(inner);
        const named = name === undefined || seen.has(name) ? undefined : schemas[name];
        if (name === undefined || named === undefined) return;
        seen.add(name);
        waiting.push(named);
      });
    }
    return found;
  }

  function isLacking(property: Json | undefined): boolean {
    if (!isObject(property)) return false;
    return partsOf(document, property as Schema, ["allOf"]).some((part) => part[keyword] === true);
  }

  /** The names of the properties that an object lacks, also in its parts. */
  function lackingNames(schema: Schema, depth = 0): string[] {
    const resolved = resolveSchema(document, schema);
    const own = Object.entries(objectOf(resolved.properties)).filter(([, property]) => isLacking(property));
    const parts = depth > 20 ? [] : listOf(resolved.allOf);
    const ofParts = parts.flatMap((part) => lackingNames(objectOf(part) as Schema, depth + 1));
    return [...own.map(([name]) => name), ...ofParts];
  }

  function view(schema: Schema, outer: readonly string[] = []): Schema {
    const lacking = [...outer, ...lackingNames(schema)];
    const referred = withReference(schema);
    const { properties, required, ...rest } = mapSubschemas(referred, (inner, pointer) =>
      view(inner, sameValue.test(pointer) ? lacking : []),
    );
    const own = Object.entries(objectOf(properties));
    const left = own.map(([name]) => name).filter((name) => isLacking(objectOf(schema.properties)[name]));
    const kept = own.filter(([name]) => !left.includes(name));
    const needed = listOf(required).filter((name) => !lacking.includes(String(name)));
    return {
      ...rest,
      ...withoutMembers(rest, lacking),
      ...(properties !== undefined && { properties: Object.fromEntries(kept) }),
      ...(needed.length > 0 && { required: needed }),
      ...(left.length > 0 && keyword === "readOnly" && { [readOnlyNames]: left }),
    } as Schema;
  }

  function withReference(schema: Schema): Schema {
    const name = schemaNameOf(schema);
    if (name === undefined || schemas[name] === undefined || !differs(schema)) return schema;
    const other = name + suffix;
    if (Object.hasOwn(schemas, other)) {
      const what = `${name} has ${keyword} properties, and its schema without them would be called ${other}`;
      throw new DescriptionError(
        `${what}: rename the schema ${other}.`,
        pointerOf("components", "schemas", other),
      );
    }
    if (!Object.hasOwn(added, other)) {
      added[other] = {};
      added[other] = view(schemas[name]);
    }
    return { ...schema, $ref: `#${pointerOf("components", "schemas", other)}` };
  }

  return (schema) => (differs(schema) ? view(schema) : schema);
}

/** The examples and the default of a schema, without the members that it lacks. */
function withoutMembers(schema: JsonObject, names: readonly string[]): JsonObject {
  const without = (value: Json | undefined): Json | undefined =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
      : value;
  const { default: filled, example, examples } = schema;
  return {
    ...(filled !== undefined && { default: without(filled) }),
    ...(example !== undefined && { example: without(example) }),
    ...(Array.isArray(examples) && { examples: examples.map((one: Json) => without(one) as Json) }),
  };
}

function withContent(value: Json | undefined, view: (schema: Schema) => Schema): Json | undefined {
  if (!isObject(value) || value.content === undefined) return value;
  const content = mapped(value.content, (media) =>
    isObject(media) && isObject(media.schema) ? { ...media, schema: view(media.schema as Schema) } : media,
  );
  return { ...value, content };
}

function mapped(value: Json | undefined, replace: (item: Json | undefined) => Json | undefined): Json {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([key, item]) => [key, replace(item)]),
  ) as JsonObject;
}
