import type { ReadableParameter } from "./parameter-values.ts";
import type { SchemaNode } from "./schema-node.ts";

/** A parameter of an operation. */
export interface OperationParameter extends ReadableParameter {
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
  /** In capital letters. */
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
