/** The types that JSON Schema knows. */
export type JsonType = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/**
 * A JSON Schema (2020-12), reduced to the assertions that a description may use; objects are open unless they say
 * otherwise. `$ref` is a function, so that schemas may refer to each other.
 */
export interface SchemaNode {
  readonly $ref?: () => SchemaNode;
  /** Whether null is allowed next to what `$ref` allows. */
  readonly orNull?: boolean;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** The value of a property that is left out. */
  readonly default?: unknown;

  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly required?: readonly string[];

  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;

  readonly minimum?: number;
  readonly maximum?: number;
}

/** The keys that lead from the whole value to a part of it. */
export type Path = readonly (string | number)[];

/** One place where a value breaks its schema. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: Path;
}
