import type { ParameterShape } from "@compute-host/openapi/parameter-values";

/** A parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly isRequired: boolean;
  /** Points to its schema in the description. */
  readonly schemaPointer: string;
  readonly shape: ParameterShape;
}

/** The body of a request. */
export interface OperationBody {
  readonly isRequired: boolean;
  readonly mediaTypes: readonly string[];
  /** Points to the schema of a JSON body. */
  readonly schemaPointer?: string;
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
  /** The media type of a success; absent if it has no body. */
  readonly successType?: string;
  readonly parameters: readonly OperationParameter[];
  readonly body?: OperationBody;
}
