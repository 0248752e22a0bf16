import type { OperationId, operations } from "@compute-host/types";
import type { MaybePromise } from "../computers/computer-store.ts";

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type Given<P> = [P] extends [undefined] ? Readonly<Record<string, never>> : Readonly<NonNullable<P>>;

/** The parameters of an operation that are sent in one place, as their schemas type them. */
type ParametersIn<Id extends OperationId, Place extends keyof Parameters<Id>> = Given<Parameters<Id>[Place]>;

/** The JSON body of an operation's request, or `undefined` if it has none. */
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : operations[Id] extends { requestBody?: { content: infer Content } }
    ? JsonOf<Content> | undefined
    : undefined;

type JsonOf<Content> = Content extends { "application/json": infer Body } ? Body : unknown;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | "2XX";
type SuccessOf<Id extends OperationId> = operations[Id]["responses"][SuccessStatus &
  keyof operations[Id]["responses"]];

/** An authenticated request that fits the schema. */
export interface OperationCall<Id extends OperationId> {
  readonly ownerId: string;
  /** The parameters of the path. */
  readonly params: ParametersIn<Id, "path">;
  readonly query: ParametersIn<Id, "query">;
  readonly headers: ParametersIn<Id, "header">;
  readonly body: BodyOf<Id>;
}

/** JSON text with its length in UTF-8. Joining its parts would copy all of it. */
export interface SizedText {
  readonly parts: readonly string[];
  readonly byteLength: number;
}

/** The text of a body, whole or in pieces: JSON, unless the spec has another media type. */
export type BodyText = string | SizedText | AsyncIterable<string>;

/** The result of a handler: the text of the body, or nothing if the success has no body. */
export type OperationResult<Id extends OperationId> =
  SuccessOf<Id> extends { content: object } ? BodyText : undefined;

/** Carries out an operation. */
export type OperationHandler<Id extends OperationId> = (
  call: OperationCall<Id>,
) => MaybePromise<OperationResult<Id>>;

/** A handler for every operation, by operationId. A missing handler, or one that returns too little, does not compile. */
export type OperationHandlers = { readonly [Id in OperationId]: OperationHandler<Id> };

/** A handler as the routes call it, whatever its operation. */
export type AnyHandler = (call: {
  readonly ownerId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}) => MaybePromise<BodyText | undefined>;
