import type { Parameter, ParameterPlace, Schema } from "./api.ts";
import { isJson } from "./api.ts";
import { DescriptionError } from "./description-error.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { ParameterShape, Scalar, Separator } from "./parameter-values.ts";
import { partsOf, scalarType, valueTypes } from "./value-types.ts";

const allowedStyles: Readonly<Record<ParameterPlace, readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** What separates items in one text: without `explode`, and with it. */
const separators: Readonly<Record<string, readonly [Separator, Separator | undefined]>> = {
  simple: [",", ","],
  label: [",", "."],
  matrix: [",", ";"],
  form: [",", undefined],
  spaceDelimited: [" ", undefined],
  pipeDelimited: ["|", undefined],
  deepObject: [",", undefined],
};

/**
 * Determines how a parameter's value is written
 * ([OpenAPI 3.1, section 4.8.12](https://spec.openapis.org/oas/v3.1.1#style-values)).
 *
 * @param siblings all parameters of the operation
 * @throws DescriptionError if OpenAPI does not define it
 */
export function parameterShape(
  document: JsonObject,
  parameter: Parameter,
  siblings: readonly Parameter[] = [],
): ParameterShape {
  const { schema, mediaType, style, explodes } = parameter;
  checkName(parameter);
  const types = valueTypes(document, schema);
  if (mediaType !== undefined) {
    if (isJson(mediaType)) return { kind: "json" };
    if (mediaType.toLowerCase().startsWith("text/")) return { kind: "string" };
    throw refusal(parameter, `is ${mediaType}`, "use application/json or text/plain");
  }
  if (!allowedStyles[parameter.in].includes(style)) {
    const styles = allowedStyles[parameter.in].join(", ");
    throw refusal(parameter, `has the style ${style}`, `in a ${parameter.in} it can be ${styles}`);
  }
  const prefix = style === "label" ? "." : style === "matrix" ? ";" : undefined;
  const isObjectValue = types.has("object");
  const isArrayValue = types.has("array");
  checkStyle(parameter, isObjectValue ? "object" : isArrayValue ? "array" : "scalar");
  if (isObjectValue && types.size > (types.has("null") ? 2 : 1)) {
    throw refusal(
      parameter,
      "is an object or something else, which look the same",
      "use `content` with JSON",
    );
  }
  const separator = separators[style]?.[explodes ? 1 : 0];
  const delimiters = {
    ...(separator !== undefined && { separator }),
    ...(prefix !== undefined && ({ prefix } as const)),
  };
  const hasPairs = explodes && separator !== undefined && { hasPairs: true as const };
  if (isArrayValue) {
    const items = scalarIn(document, parameter, itemSchemas(document, schema));
    return { kind: "array", items, ...delimiters, ...(style === "matrix" && hasPairs) };
  }
  if (!isObjectValue) {
    return { kind: scalarIn(document, parameter, [schema]), ...(prefix !== undefined && { prefix }) };
  }
  const isSpread = style === "form" && explodes;
  const shape = objectShape(document, parameter);
  return {
    ...shape,
    ...delimiters,
    ...hasPairs,
    ...(isSpread && { isSpread, ...apartFrom(document, parameter, shape, siblings) }),
  };
}

/** Returns the default of a parameter's schema; `undefined` without one. */
export function parameterDefault(document: JsonObject, { schema }: Parameter): Json | undefined {
  return partsOf(document, schema).find((part) => part.default !== undefined)?.default;
}

function objectShape(document: JsonObject, parameter: Parameter): ParameterShape {
  const parts = partsOf(document, parameter.schema);
  const named = Map.groupBy(
    parts.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : [])),
    ([name]) => name,
  );
  const members = [...named].map(([name, entries]): [string, Scalar] => [
    name,
    scalarIn(
      document,
      parameter,
      entries.map(([, member]) => (isObject(member) ? (member as Schema) : {})),
    ),
  ]);
  const others = parts.flatMap(({ additionalProperties: one }) => (isObject(one) ? [one as Schema] : []));
  const isFree =
    others.length > 0 ||
    parts.some(({ additionalProperties }) => additionalProperties === true) ||
    (members.length === 0 && parts.every(({ additionalProperties }) => additionalProperties !== false));
  return {
    kind: "object",
    members: Object.fromEntries(members),
    ...(isFree && { others: scalarIn(document, parameter, others.length > 0 ? others : [{}]) }),
  };
}

/**
 * Returns the names that do not belong to an object whose members are parameters of their own.
 *
 * @throws DescriptionError if a member has the name of another parameter
 */
function apartFrom(
  document: JsonObject,
  parameter: Parameter,
  { members = {}, others }: ParameterShape,
  siblings: readonly Parameter[],
): Pick<ParameterShape, "apart"> {
  const query = siblings.filter((one) => one.in === "query" && one.name !== parameter.name);
  const spread = query.filter(
    ({ style, explodes, mediaType, schema }) =>
      mediaType === undefined && style === "form" && explodes && valueTypes(document, schema).has("object"),
  );
  const names = [
    ...query.filter((one) => !spread.includes(one)).map(({ name }) => name),
    ...spread.flatMap((one) => Object.keys(objectShape(document, one).members ?? {})),
  ];
  const twice = names.find((name) => Object.hasOwn(members, name));
  const isTwiceFree =
    others !== undefined && spread.some((one) => objectShape(document, one).others !== undefined);
  if (twice !== undefined || isTwiceFree) {
    const what = twice === undefined ? "other members, like another parameter" : `the member ${twice}`;
    throw refusal(parameter, `has ${what}, which could be either's in the query`, "use the style deepObject");
  }
  return others === undefined || names.length === 0 ? {} : { apart: names };
}

function itemSchemas(document: JsonObject, schema: Schema): Schema[] {
  const parts = partsOf(document, schema);
  const lists = parts.flatMap(({ items, prefixItems }) => [
    items,
    ...(Array.isArray(prefixItems) ? prefixItems : []),
  ]);
  const scalars = parts.filter((part) => typeof part.$ref !== "string" && isScalar(document, part));
  const items = [...lists.filter(isObject), ...scalars] as Schema[];
  return items.length === 0 ? [{}] : items;
}

/** Whether a schema is an alternative to an array: in text, `a` and `[a]` look the same. */
function isScalar(document: JsonObject, schema: Schema): boolean {
  const types = valueTypes(document, schema);
  return types.size > 0 && !types.has("array") && !types.has("null");
}

function scalarIn(document: JsonObject, parameter: Parameter, schemas: readonly Schema[]): Scalar {
  const kind = scalarType(document, schemas);
  if (kind !== undefined) return kind;
  throw refusal(
    parameter,
    "has arrays or objects inside, which OpenAPI defines no text for",
    "use `content` with JSON",
  );
}

function checkStyle(parameter: Parameter, kind: "scalar" | "array" | "object"): void {
  const { style, explodes } = parameter;
  if (style === "deepObject" && (kind !== "object" || !explodes)) {
    const what =
      kind === "object"
        ? "deepObject without `explode`"
        : `deepObject for ${kind === "array" ? "an array" : "a scalar"}`;
    throw refusal(
      parameter,
      `is ${what}, which OpenAPI does not define`,
      kind === "object" ? "remove `explode: false`" : "use the style form",
    );
  }
  if (style !== "spaceDelimited" && style !== "pipeDelimited") return;
  if (kind === "scalar" || explodes) {
    const what = kind === "scalar" ? "for a scalar" : "with `explode`";
    throw refusal(parameter, `is ${style} ${what}, which OpenAPI does not define`, "use the style form");
  }
}

function checkName(parameter: Parameter): void {
  if (parameter.name === "") throw refusal(parameter, "has no name", "give it one");
}

function refusal({ in: place, name, pointer }: Parameter, what: string, todo: string): DescriptionError {
  return new DescriptionError(`The ${place} parameter ${JSON.stringify(name)} ${what}: ${todo}.`, pointer);
}
