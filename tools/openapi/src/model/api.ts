import type { Json, JsonObject } from "./json.ts";

/** An OpenAPI description as the generators, tests and docs use it. */
export interface Api {
  /** `info` as written. */
  readonly info: JsonObject;
  readonly tags: readonly Tag[];
  /** Every operation, in the order of the description. */
  readonly operations: readonly Operation[];
  /** The schemas of `components`, by name; references between them stay. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The examples of `components`, by name. */
  readonly examples: Readonly<Record<string, Example>>;
  /** The complete description: one OpenAPI 3.1 document with only local references. */
  readonly document: JsonObject;
}

/** A JSON Schema (2020-12). */
export interface Schema extends JsonObject {
  readonly $ref?: string;
}

/** A tag: a group of operations. */
export interface Tag {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
}

/** An operation ([OpenAPI 3.1, section 4.8.10](https://spec.openapis.org/oas/v3.1.1#operation-object)). */
export interface Operation {
  readonly operationId: string;
  /** Its first tag; for an operation without one, a name derived from its path. */
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
  /** Markdown. */
  readonly description: string;
  readonly isDeprecated: boolean;
  /** The parameters of the path and of the operation; the operation's override those with the same name and place. */
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** Every response, in the order of the description. */
  readonly responses: readonly Response[];
  /** Whether every request needs credentials. */
  readonly isSecured: boolean;
  /** JSON Pointer to the operation in {@link Api.document}. */
  readonly pointer: string;
}

/** The HTTP methods that a path item can describe. */
export type HttpMethod = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** Where a parameter is sent. */
export type ParameterPlace = "path" | "query" | "header" | "cookie";

/** The serialization of an array or an object in a parameter. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  /** Markdown. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly style: ParameterStyle;
  readonly explodes: boolean;
  /** The media type of the value, for a parameter with `content`. */
  readonly mediaType: string | undefined;
  readonly schema: Schema;
  /** JSON Pointer to the schema in {@link Api.document}. */
  readonly schemaPointer: string;
  /** The examples of the parameter, or those of its schema. */
  readonly examples: readonly NamedExample[];
}

/** The body of a request. */
export interface Body {
  readonly isRequired: boolean;
  /** Markdown. */
  readonly description: string;
  readonly content: readonly MediaType[];
}

/** A response of an operation. */
export interface Response {
  /** Such as `200`, `4XX` or `default`. */
  readonly status: string;
  /** Markdown. */
  readonly description: string;
  readonly headers: readonly Header[];
  /** Empty for a response without a body. */
  readonly content: readonly MediaType[];
}

/** A header field of a response. */
export interface Header {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly schemaPointer: string;
  readonly examples: readonly NamedExample[];
}

/** A body in one media type. */
export interface MediaType {
  /** Such as `application/json`. */
  readonly mediaType: string;
  readonly schema: Schema | undefined;
  /** JSON Pointer to the schema, with references resolved up to a named one. */
  readonly schemaPointer: string | undefined;
  /** The name of the schema in `components`, if the body is exactly that schema. */
  readonly schemaName: string | undefined;
  readonly examples: readonly NamedExample[];
}

/** An example. */
export interface Example {
  readonly summary: string;
  readonly value: Json | undefined;
}

/** An example and its name, which is `example` if the description does not name it. */
export interface NamedExample extends Example {
  readonly name: string;
  /** The name of the example in `components`, if it is a reference. */
  readonly componentName: string | undefined;
}

/** Returns the success of an operation: its first 2xx response. */
export function successOf({ operationId, responses }: Operation): Response {
  const success = responses.find(({ status }) => status.startsWith("2"));
  if (success === undefined) throw new Error(`${operationId} has no 2xx response.`);
  return success;
}

/** Finds the JSON body among several media types. */
export function jsonContentOf(content: readonly MediaType[] | undefined): MediaType | undefined {
  return content?.find(({ mediaType }) => isJson(mediaType));
}

/** Whether a media type is JSON ([RFC 6839, section 3.1](https://www.rfc-editor.org/rfc/rfc6839#section-3.1)). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}

/** Returns the parameters of an operation in one place. */
export function parametersIn({ parameters }: Operation, place: ParameterPlace): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}
