import type { Path, SchemaIssue, SchemaNode } from "./schema-node.ts";
import { numberIssues, stringIssues } from "./schema-scalars.ts";

type JsonRecord = Record<string, unknown>;

/**
 * Lists every place where a value breaks a schema; none means that it is valid. In an object, missing and unknown properties come
 * first, then the others in the order of the schema.
 */
export function findSchemaIssues(schema: SchemaNode, value: unknown, path: Path = []): SchemaIssue[] {
  if (schema.$ref) return findSchemaIssues(schema.$ref(), value, path);
  if (schema.refusedAsReadOnly) return [{ path, message: "is read-only" }];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(type, value))) {
    const names = types.map((type) =>
      `${/^[aoi]/.test(type) ? "an" : type === "null" ? "" : "a"} ${type}`.trim(),
    );
    return [{ path, message: `must be ${names.join(" or ")}` }];
  }
  const at = (messages: readonly string[]) => messages.map((message) => ({ path, message }));
  const issues = at(valueIssues(schema, value));
  if (typeof value === "string") issues.push(...at(stringIssues(schema, value)));
  if (typeof value === "number") issues.push(...at(numberIssues(schema, value)));
  if (Array.isArray(value)) issues.push(...arrayIssues(schema, value, path));
  else if (isObject(value)) issues.push(...objectIssues(schema, value, path));
  return issues;
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

function valueIssues({ enum: values, const: only }: SchemaNode, value: unknown): string[] {
  const broken = [only === undefined ? undefined : [only], values].find(
    (allowed) => allowed !== undefined && !allowed.some((one) => isEqual(one, value)),
  );
  return broken ? [`must be ${broken.map((one) => JSON.stringify(one)).join(" or ")}`] : [];
}

function arrayIssues(schema: SchemaNode, value: readonly unknown[], path: Path): SchemaIssue[] {
  const { items = {}, minItems, maxItems } = schema;
  const issues = value.flatMap((item, index) => findSchemaIssues(items, item, [...path, index]));
  const messages = countIssues(value.length, minItems, maxItems, "item");
  if (
    schema.uniqueItems &&
    value.some((item, index) => value.slice(0, index).some((one) => isEqual(one, item)))
  ) {
    messages.push("must not have the same item twice");
  }
  return [...issues, ...messages.map((message) => ({ path, message }))];
}

function objectIssues(schema: SchemaNode, value: JsonRecord, path: Path): SchemaIssue[] {
  const { required = [], properties = {}, propertyNames, minProperties, maxProperties } = schema;
  const { additionalProperties: others = true } = schema;
  const keys = Object.keys(value);
  const unnamed = keys.filter((key) => !Object.hasOwn(properties, key));
  const named = Object.keys(properties).filter((key) => Object.hasOwn(value, key));
  const found = (key: string, part: SchemaNode) => findSchemaIssues(part, value[key], [...path, key]);
  return [
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: [...path, name], message: "is required" })),
    ...countIssues(keys.length, minProperties, maxProperties, "property").map((message) => ({
      path,
      message,
    })),
    ...(others === false
      ? unnamed.map((key) => ({ path: [...path, key], message: "is not a known property" }))
      : []),
    ...named.flatMap((key) => found(key, properties[key] ?? {})),
    ...(typeof others === "object" ? unnamed.flatMap((key) => found(key, others)) : []),
    ...(propertyNames === undefined ? [] : keys).flatMap((key) =>
      findSchemaIssues(propertyNames ?? {}, key).map(({ message }) => ({
        path: [...path, key],
        message: `has a name that ${message}`,
      })),
    ),
  ];
}

function countIssues(count: number, min = 0, max = Number.POSITIVE_INFINITY, noun: string): string[] {
  const many = (limit: number) =>
    `${limit} ${limit === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
  if (count < min) return [`must have at least ${many(min)}`];
  return count > max ? [`must have at most ${many(max)}`] : [];
}

/** Whether a value is a JSON object. */
function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
