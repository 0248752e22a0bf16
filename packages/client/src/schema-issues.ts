import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject } from "./is-object.ts";
import type { Path, SchemaIssue, SchemaNode } from "./schema-node.ts";
import { numberIssues, stringIssues } from "./schema-scalars.ts";

type Subschema = boolean | SchemaNode | undefined;
type JsonRecord = Record<string, unknown>;

/** Makes a Standard Schema validator (https://standardschema.dev) of a schema. It does not change the value that it validates. */
export function standardSchema<T>(node: SchemaNode): StandardSchemaV1<unknown, T> {
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    const issues = findSchemaIssues(node, value);
    return issues.length > 0 ? { issues } : { value: value as T };
  };
  return { "~standard": { version: 1, vendor: "@compute-host/client", validate } };
}

/** Lists every place where a value breaks a schema; none means that it is valid. */
export function findSchemaIssues(
  schema: boolean | SchemaNode,
  value: unknown,
  path: Path = [],
): SchemaIssue[] {
  if (typeof schema === "boolean") return schema ? [] : [{ path, message: "is not allowed" }];
  if (schema.refusedAsReadOnly) return [{ path, message: "is read-only" }];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(type, value))) {
    const names = types.map((type) =>
      `${/^[aoi]/.test(type) ? "an" : type === "null" ? "" : "a"} ${type}`.trim(),
    );
    return [{ path, message: `must be ${names.join(" or ")}` }];
  }
  const at = (messages: readonly string[]) => messages.map((message) => ({ path, message }));
  const issues = [...at(valueIssues(schema, value)), ...combinedIssues(schema, value, path)];
  if (typeof value === "string") issues.push(...at(stringIssues(schema, value)));
  if (typeof value === "number") issues.push(...at(numberIssues(schema, value)));
  if (Array.isArray(value)) issues.push(...arrayIssues(schema, value, path));
  else if (isObject(value)) issues.push(...objectIssues(schema, value, path));
  return issues;
}

function isValid(schema: Subschema, value: unknown): boolean {
  return schema === undefined || findSchemaIssues(schema, value).length === 0;
}

function hasType(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** Equal as JSON: the order of members does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

function valueIssues({ enum: values, const: only, ...rest }: SchemaNode, value: unknown): string[] {
  const issues: string[] = [];
  if (values && !values.some((one) => isEqual(one, value))) {
    issues.push(`must be ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
  }
  if (only !== undefined && !isEqual(only, value)) issues.push(`must be ${JSON.stringify(only)}`);
  if (rest.not !== undefined && isValid(rest.not, value)) issues.push("must not be valid against `not`");
  return issues;
}

function combinedIssues(schema: SchemaNode, value: unknown, path: Path): SchemaIssue[] {
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  const parts = [...($ref ? [$ref()] : []), ...allOf];
  const issues = parts.flatMap((part) => findSchemaIssues(part, value, path));
  // Each alternative is validated once: twice would be twice as often at each level of a nested value.
  const issuesOf = (part: SchemaNode) => findSchemaIssues(part, value, path);
  if (anyOf) {
    const tried: SchemaIssue[][] = [];
    if (!anyOf.some((part) => tried[tried.push(issuesOf(part)) - 1]?.length === 0)) {
      issues.push(...fewest(tried));
    }
  }
  if (oneOf) {
    const tried = oneOf.map(issuesOf);
    const count = tried.filter(({ length }) => length === 0).length;
    if (count === 0) issues.push(...fewest(tried));
    if (count > 1) issues.push({ path, message: `must fit one alternative, but fits ${count}` });
  }
  if (schema.if !== undefined) {
    const next = isValid(schema.if, value) ? schema.then : schema.else;
    if (next !== undefined) issues.push(...findSchemaIssues(next, value, path));
  }
  return issues;
}

/** The issues of the closest alternative: the one with the fewest. */
function fewest(tried: SchemaIssue[][]): SchemaIssue[] {
  const [closest = []] = tried.sort((a, b) => a.length - b.length);
  return closest;
}

function arrayIssues(schema: SchemaNode, value: readonly unknown[], path: Path): SchemaIssue[] {
  const { prefixItems = [], items, contains, minContains = 1, maxContains, minItems, maxItems } = schema;
  const issues = value.flatMap((item, index) => {
    const part = prefixItems[index] ?? items;
    return part === undefined ? [] : findSchemaIssues(part, item, [...path, index]);
  });
  const messages = countIssues(value.length, minItems, maxItems, "item");
  if (
    schema.uniqueItems &&
    value.some((item, index) => value.slice(0, index).some((one) => isEqual(one, item)))
  ) {
    messages.push("must not have the same item twice");
  }
  if (contains !== undefined) {
    const count = value.filter((item) => isValid(contains, item)).length;
    messages.push(...countIssues(count, minContains, maxContains, "matching item"));
  }
  return [...issues, ...messages.map((message) => ({ path, message }))];
}

function objectIssues(schema: SchemaNode, value: JsonRecord, path: Path): SchemaIssue[] {
  const { required = [], propertyNames, dependentRequired = {}, dependentSchemas = {} } = schema;
  const keys = Object.keys(value);
  const needed = new Set([
    ...required,
    ...Object.entries(dependentRequired).flatMap(([key, names]) => (Object.hasOwn(value, key) ? names : [])),
  ]);
  const missing = [...needed].filter((name) => !Object.hasOwn(value, name));
  const issues: SchemaIssue[] = [
    ...missing.map((name) => ({ path: [...path, name], message: "is required" })),
    ...countIssues(keys.length, schema.minProperties, schema.maxProperties, "property").map((message) => ({
      path,
      message,
    })),
    ...keys.flatMap((key) => propertyIssues(schema, value, key, path)),
  ];
  for (const key of propertyNames === undefined ? [] : keys) {
    for (const { message } of findSchemaIssues(propertyNames as SchemaNode, key)) {
      issues.push({ path: [...path, key], message: `has a name that ${message}` });
    }
  }
  for (const [key, part] of Object.entries(dependentSchemas)) {
    if (Object.hasOwn(value, key)) issues.push(...findSchemaIssues(part, value, path));
  }
  return issues;
}

function propertyIssues(schema: SchemaNode, value: JsonRecord, key: string, path: Path): SchemaIssue[] {
  const { properties = {}, additionalProperties, unevaluatedProperties: others } = schema;
  const at = [...path, key];
  const item = value[key];
  const parts = patternParts(schema, key);
  if (Object.hasOwn(properties, key)) parts.push(properties[key] as SchemaNode);
  if (parts.length > 0) return parts.flatMap((part) => findSchemaIssues(part, item, at));
  // What is evaluated is only asked for where it counts, because it validates the parts of the schema again.
  const rest =
    additionalProperties ?? (others !== undefined && !isEvaluated(schema, value, key) ? others : undefined);
  if (rest === false) return [{ path: at, message: "is not a known property" }];
  return rest === undefined ? [] : findSchemaIssues(rest, item, at);
}

function patternParts({ patternProperties = {} }: SchemaNode, key: string): SchemaNode[] {
  return Object.entries(patternProperties)
    .filter(([pattern]) => new RegExp(pattern, "u").test(key))
    .map(([, part]) => part);
}

/** Whether a schema, or a part of it that applies to the same object, constrains a property. */
function isEvaluated(schema: SchemaNode, value: JsonRecord, key: string): boolean {
  const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const conditional =
    schema.if === undefined ? [] : [schema.if, isValid(schema.if, value) ? schema.then : schema.else];
  const dependent = Object.entries(dependentSchemas).flatMap(([name, part]) =>
    Object.hasOwn(value, name) ? part : [],
  );
  const parts = [...($ref ? [$ref()] : []), ...allOf, ...anyOf, ...oneOf, ...conditional, ...dependent];
  return parts.some((part) => {
    if (typeof part !== "object" || !isValid(part, value)) return false;
    return (
      Object.hasOwn(part.properties ?? {}, key) ||
      part.additionalProperties !== undefined ||
      part.unevaluatedProperties !== undefined ||
      patternParts(part, key).length > 0 ||
      isEvaluated(part, value, key)
    );
  });
}

function countIssues(count: number, min = 0, max = Number.POSITIVE_INFINITY, noun: string): string[] {
  const many = (limit: number) =>
    `${limit} ${limit === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
  if (count < min) return [`must have at least ${many(min)}`];
  return count > max ? [`must have at most ${many(max)}`] : [];
}
