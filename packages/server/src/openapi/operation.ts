import type { ParameterShape } from "@compute-host/core";

/** A parameter of an operation. */
export interface OperationParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly isRequired: boolean;
  /** Points to its schema in the description. */
  readonly schemaPointer: string;
  readonly shape: ParameterShape;
  /** The value of a request without it. */
  readonly default?: unknown;
}

/** The JSON body of a request. */
export interface OperationBody {
  readonly isRequired: boolean;
  /** Points to its schema in the description. */
  readonly schemaPointer: string;
}

/** A response. */
export interface OperationResponse {
  /** Empty if it has no body. */
  readonly mediaTypes: readonly string[];
  /** Its header fields besides those that the HTTP layer sends by itself, and whether each is required. */
  readonly headers?: Readonly<Record<string, boolean>>;
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
  /** Every response, by its status, such as `200` or `default`. */
  readonly responses: Readonly<Record<string, OperationResponse>>;
}
