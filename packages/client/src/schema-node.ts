/** The types that JSON Schema knows. */
export type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/**
 * A JSON Schema (2020-12), reduced to its assertions; objects are open unless they say otherwise.
 * `$ref` is a function, so that schemas may refer to each other.
 */
export interface SchemaNode {
  readonly $ref?: () => SchemaNode;
  /** A property that callers must not send. */
  readonly refusedAsReadOnly?: true;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;

  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly unevaluatedProperties?: boolean | SchemaNode;
  readonly propertyNames?: boolean | SchemaNode;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, SchemaNode>>;

  readonly items?: boolean | SchemaNode;
  readonly prefixItems?: readonly SchemaNode[];
  readonly contains?: boolean | SchemaNode;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;

  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;

  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: boolean | SchemaNode;
  readonly if?: boolean | SchemaNode;
  readonly then?: boolean | SchemaNode;
  readonly else?: boolean | SchemaNode;
}

/** The keys that lead from the whole value to a part of it. */
export type Path = readonly (string | number)[];

/** One place where a value breaks its schema. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: Path;
}
