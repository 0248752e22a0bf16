import type { Json, JsonObject } from "../schema/json.ts";
import type { Schema } from "../schema/schemas.ts";
import type { Deprecation } from "./deprecation.ts";

/** An OpenAPI description as the generators, tests and docs use it; its texts are Markdown. */
export interface Api {
  /** `info` as written. */
  readonly info: JsonObject;
  readonly tags: readonly Tag[];
  /** Every operation, in the order of the description. */
  readonly operations: readonly Operation[];
  /** Bearer tokens ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)), as written, by the name of the scheme. */
  readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  /** The schemas of `components`, by name; references between them stay. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The values of the examples of `components`, by name. */
  readonly examples: Readonly<Record<string, Json | undefined>>;
  /** The complete description: one OpenAPI 3.1 document with only local references. */
  readonly document: JsonObject;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** An operation ([OpenAPI 3.1, section 4.8.10](https://spec.openapis.org/oas/v3.1.1#operation-object)). */
export interface Operation {
  readonly operationId: string;
  readonly tag: string;
  /** The tag as a property name of the client: `computers`. */
  readonly resource: string;
  /** The name of the method on that resource: `list` for `listComputers`. */
  readonly methodName: string;
  /** In capital letters. */
  readonly method: HttpMethod;
  /** As written: `/api/v0/computers/{computerId}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Absent if it is not deprecated. */
  readonly deprecation: Deprecation | undefined;
  /** The parameters of the path and of the operation; the operation's override those with the same name and place. */
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** Every response, in the order of the description. */
  readonly responses: readonly Response[];
  /** The name of the security scheme that every request needs; `undefined` if none needs credentials. */
  readonly security: string | undefined;
  /** JSON Pointer to the operation in {@link Api.document}. */
  readonly pointer: string;
}

/** The HTTP methods of operations. */
export type HttpMethod = Uppercase<(typeof methodKeys)[number]>;

/** The keys of a path item that hold an operation. */
export const methodKeys = ["get", "put", "post", "patch", "delete"] as const;

/** Where a parameter is sent. */
export type ParameterPlace = "path" | "query" | "header";

/** The type of a value in text form. */
export type ScalarKind = "string" | "integer" | "number" | "boolean";

/** The serialization of a parameter's value; a list is sent as `ids=a&ids=b`. */
export type ParameterShape =
  | { readonly kind: ScalarKind }
  | { readonly kind: "array"; readonly items: ScalarKind };

/** A header field of a response; a parameter has the same members, and more. */
export interface Header {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly schema: Schema;
  /** JSON Pointer to the schema in {@link Api.document}. */
  readonly schemaPointer: string;
  /** JSON Pointer to the field in {@link Api.document}. */
  readonly pointer: string;
  readonly examples: readonly NamedExample[];
}

/** A parameter of an operation. */
export interface Parameter extends Header {
  readonly in: ParameterPlace;
  readonly shape: ParameterShape;
  /** What the service uses if it is not sent. */
  readonly default: Json | undefined;
}

/** The body of a request. */
export interface Body {
  readonly isRequired: boolean;
  readonly description: string;
  readonly content: MediaType;
}

/** A response of an operation. */
export interface Response {
  /** For example `200` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Header[];
  /** Absent for a response without a body. */
  readonly content: MediaType | undefined;
}

/** What a body holds: JSON, or a problem document. */
export interface MediaType {
  /** For example `application/json`. */
  readonly mediaType: string;
  /** A reference. */
  readonly schema: Schema;
  /** JSON Pointer to that schema in `components`. */
  readonly schemaPointer: string;
  /** The name of the schema in `components`. */
  readonly schemaName: string;
  readonly examples: readonly NamedExample[];
}

/** An example of a parameter, a header field or a body. */
export interface NamedExample {
  /** `example` if the description does not name it. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly value: Json | undefined;
  /** The name of the example in `components`, if it is a reference. */
  readonly componentName: string | undefined;
  /** JSON Pointer to the value in {@link Api.document}. */
  readonly pointer: string;
}

/** Returns the successes of an operation: its 2xx responses. */
export function successesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status.startsWith("2"));
}

/** Returns the other responses of an operation. */
export function errorsOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => !status.startsWith("2"));
}

/** Returns the first success of an operation. */
export function successOf(operation: Operation): Response {
  const [success] = successesOf(operation);
  if (success !== undefined) return success;
  throw new Error(`${operation.operationId} documents no success.`);
}

/** Returns the media types of an operation's responses, each once, successes first. */
export function acceptOf(operation: Operation): string[] {
  const responses = [...successesOf(operation), ...errorsOf(operation)];
  return [...new Set(responses.flatMap(({ content }) => content?.mediaType ?? []))];
}

/** Returns the parameters of an operation in one place. */
export function parametersIn({ parameters }: Operation, place: ParameterPlace): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

/** Returns what holds values in an operation: its parameters, header fields and bodies. */
export function heldIn({ parameters, body, responses }: Operation): (Header | MediaType)[] {
  const content = [body, ...responses].flatMap((holder) => holder?.content ?? []);
  return [...parameters, ...responses.flatMap(({ headers }) => headers), ...content];
}
