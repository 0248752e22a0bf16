/** A JSON Schema, as far as the spec uses it: objects are open unless they say otherwise. */
export interface SchemaNode {
  readonly type: "object" | "array" | "string" | "number" | "integer";
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

/** One place where a value breaks its schema. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: (string | number)[];
}

/** The characters of RFC 3986; everything else is percent-encoded. */
const uriReference = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

const formats: Record<string, [test: (text: string) => boolean, message: string]> = {
  uuid: [(text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), "must be a UUID"],
  uri: [(text) => /^[a-z][a-z\d+.-]*:./i.test(text) && uriReference.test(text), "must be a URI"],
  "uri-reference": [(text) => uriReference.test(text), "must be a URI reference"],
};

/** Lists every place where a value breaks a schema; none means that it is valid. */
export function findSchemaIssues(
  node: SchemaNode,
  value: unknown,
  path: (string | number)[] = [],
): SchemaIssue[] {
  if (!hasType(node.type, value))
    return [{ path, message: `must be ${/^[aoi]/.test(node.type) ? "an" : "a"} ${node.type}` }];
  if (typeof value === "string") return stringIssues(node, value).map((message) => ({ path, message }));
  if (typeof value === "number") return numberIssues(node, value).map((message) => ({ path, message }));
  if (Array.isArray(value)) {
    const { items } = node;
    return items ? value.flatMap((item, index) => findSchemaIssues(items, item, [...path, index])) : [];
  }
  return objectIssues(node, value as Record<string, unknown>, path);
}

function hasType(type: SchemaNode["type"], value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function objectIssues(
  node: SchemaNode,
  value: Record<string, unknown>,
  path: (string | number)[],
): SchemaIssue[] {
  const { properties = {}, required = [], additionalProperties = true } = node;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ path: [...path, name], message: "is required" })),
    ...Object.entries(value).flatMap(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) return findSchemaIssues(property, item, [...path, name]);
      return additionalProperties ? [] : [{ path: [...path, name], message: "is not a known property" }];
    }),
  ];
}

function stringIssues(
  { enum: values, minLength = 0, maxLength, format = "" }: SchemaNode,
  value: string,
): string[] {
  const issues: string[] = [];
  // Lengths count Unicode code points (JSON Schema validation, section 6.3).
  const length = [...value].length;
  if (values && !values.includes(value))
    issues.push(`must be ${values.map((one) => `"${one}"`).join(" or ")}`);
  if (length < minLength)
    issues.push(`must have at least ${minLength} character${minLength === 1 ? "" : "s"}`);
  if (maxLength !== undefined && length > maxLength) issues.push(`must have at most ${maxLength} characters`);
  const [test, message] = formats[format] ?? [];
  if (test && message && !test(value)) issues.push(message);
  return issues;
}

function numberIssues({ minimum, maximum }: SchemaNode, value: number): string[] {
  const issues: string[] = [];
  if (minimum !== undefined && value < minimum) issues.push(`must be at least ${minimum}`);
  if (maximum !== undefined && value > maximum) issues.push(`must be at most ${maximum}`);
  return issues;
}
