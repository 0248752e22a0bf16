import type { SchemaIssue, SchemaNode } from "./schema-node.ts";
import { numberIssues, stringIssues } from "./schema-scalars.ts";

type JsonRecord = Record<string, unknown>;

/**
 * Lists every place where a value breaks a schema; an empty list means that it is valid. In an object, missing and
 * unknown properties come first, then the others in the order of the schema.
 */
export function findSchemaIssues(schema: SchemaNode, value: unknown): SchemaIssue[] {
  const search = new Search();
  search.check(schema, value);
  return search.issues;
}

/** A walk through a value, which is almost always valid: the path is shared, and copied only for an issue. */
class Search {
  readonly issues: SchemaIssue[] = [];
  readonly #path: (string | number)[] = [];

  check(schema: SchemaNode, value: unknown): void {
    if (schema.orNull && value === null) return;
    if (schema.$ref) return void this.check(schema.$ref(), value);
    const { type, enum: values, const: only } = schema;
    if (
      type !== undefined &&
      !(typeof type === "string" ? hasType(type, value) : type.some((one) => hasType(one, value)))
    ) {
      return void this.#report(`must be ${[type].flat().map(withArticle).join(" or ")}`);
    }
    if (only !== undefined && !isEqual(only, value)) this.#report(`must be ${JSON.stringify(only)}`);
    else if (values?.some((one) => isEqual(one, value)) === false) {
      this.#report(`must be ${values.map((one) => JSON.stringify(one)).join(" or ")}`);
    }
    if (typeof value === "string") this.#reportAll(stringIssues(schema, value));
    else if (typeof value === "number") this.#reportAll(numberIssues(schema, value));
    else if (Array.isArray(value)) this.#checkArray(schema, value);
    else if (isObject(value)) this.#checkObject(schema, value);
  }

  #report(message: string, ...key: string[]): void {
    this.issues.push({ path: [...this.#path, ...key], message });
  }

  #reportAll(messages: readonly string[]): void {
    for (const message of messages) this.#report(message);
  }

  #checkPart(key: string | number, schema: SchemaNode, value: unknown): void {
    this.#path.push(key);
    this.check(schema, value);
    this.#path.pop();
  }

  #checkArray(schema: SchemaNode, value: readonly unknown[]): void {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (items) for (const [index, item] of value.entries()) this.#checkPart(index, items, item);
    const counted = (limit: number) => `${limit} item${limit === 1 ? "" : "s"}`;
    if (value.length < minItems) this.#report(`must have at least ${counted(minItems)}`);
    if (value.length > maxItems) this.#report(`must have at most ${counted(maxItems)}`);
  }

  #checkObject(schema: SchemaNode, value: JsonRecord): void {
    const { required = [], properties = {}, additionalProperties: others } = schema;
    const keys = Object.keys(value);
    for (const name of required) if (!Object.hasOwn(value, name)) this.#report("is required", name);
    const unnamed = keys.filter((key) => !Object.hasOwn(properties, key));
    if (others === false) for (const key of unnamed) this.#report("is not a known property", key);
    for (const key in properties) {
      if (Object.hasOwn(value, key)) this.#checkPart(key, properties[key] as SchemaNode, value[key]);
    }
    if (typeof others === "object") for (const key of unnamed) this.#checkPart(key, others, value[key]);
  }
}

function hasType(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function withArticle(type: string): string {
  return type === "null" ? type : `${/^[aoi]/.test(type) ? "an" : "a"} ${type}`;
}

/** Equal as JSON: the order of members does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || sortedText(a) === sortedText(b);
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** Whether a value is a JSON object. */
function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
