import type { SchemaNode } from "../schema/schema-node.ts";

/** The type of a value in text form. */
export type ScalarKind = "string" | "integer" | "number" | "boolean";

/** Where a parameter is sent. */
export type ParameterPlace = "path" | "query" | "header";

/** A parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  /** The serialization of its value; a list is sent as `ids=a&ids=b`. */
  readonly shape: { readonly kind: ScalarKind } | { readonly kind: "array"; readonly items: ScalarKind };
  readonly schema: SchemaNode;
  /** The value of a request without it. */
  readonly default?: unknown;
}

/** The JSON body of a request. */
export interface OperationBody {
  readonly isRequired: boolean;
  readonly schema: SchemaNode;
}

/** An operation of the spec. */
export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** As in the spec: `/api/v0/computers/{computerId}`. */
  readonly path: string;
  /** The first 2xx status. */
  readonly successStatus: number;
  /** Whether its requests need no credentials. */
  readonly isAnonymous?: true;
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
  /** The header fields of each response to a deprecated operation, which say since when and until when. */
  readonly notices?: Readonly<Record<string, string>>;
}
