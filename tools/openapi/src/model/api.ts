import type { Deprecation } from "./deprecation.ts";
import { DescriptionError } from "./description-error.ts";
import type { Json, JsonObject } from "./json.ts";

/** An OpenAPI description as the generators, tests and docs use it. */
export interface Api {
  /** `info` as written. */
  readonly info: JsonObject;
  readonly tags: readonly Tag[];
  /** Every operation, in the order of the description. */
  readonly operations: readonly Operation[];
  /** What the service sends to addresses that its callers name; `path` is the webhook's name. */
  readonly webhooks: readonly Operation[];
  /** How requests can carry credentials, by the name of the scheme. */
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** The schemas of `components`, by name; references between them stay. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The schemas of {@link Api.schemas} that the model added for one direction, by name. */
  readonly views: Readonly<Record<string, SchemaView>>;
  /** The examples of `components`, by name. */
  readonly examples: Readonly<Record<string, Example>>;
  /**
   * The complete description: one OpenAPI 3.1 document with only local references. Bodies refer to the view of a schema that
   * its direction allows: without the `readOnly` properties in a request, without the `writeOnly` ones in a response.
   */
  readonly document: JsonObject;
  /** What is read otherwise than it is written, or left out. */
  readonly remarks: readonly Remark[];
}

/** Something in a description that is read otherwise than it is written, or left out. */
export interface Remark {
  readonly message: string;
  /** JSON Pointer to the place in the description. */
  readonly pointer: string;
}

/** A JSON Schema (2020-12). */
export interface Schema extends JsonObject {
  readonly $ref?: string;
}

/** A schema without the properties that its direction lacks. */
export interface SchemaView {
  /** The name of the complete schema. */
  readonly of: string;
  readonly direction: "requests" | "responses";
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
  /** Schemas with names such as `ListComputersParams`, which a type of its own would have. */
  readonly takenTypeNames?: readonly string[];
  /** In capital letters. */
  readonly method: HttpMethod;
  /** As written: `/api/v0/computers/{computerId}`. */
  readonly path: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Absent if it is not deprecated. */
  readonly deprecation: Deprecation | undefined;
  /** The parameters of the path and of the operation; the operation's override those with the same name and place. */
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** Every response, in the order of the description. */
  readonly responses: readonly Response[];
  /** The alternatives to be authorised; empty if no request needs credentials. */
  readonly security: readonly SecurityRequirement[];
  /** JSON Pointer to the operation in {@link Api.document}. */
  readonly pointer: string;
}

/** The schemes of one alternative, all of them needed; none if a request may also be anonymous. */
export type SecurityRequirement = readonly SecurityUse[];

/** A security scheme in a requirement. */
export interface SecurityUse {
  /** A name in {@link Api.securitySchemes}. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** A security scheme ([OpenAPI 3.1, section 4.8.27](https://spec.openapis.org/oas/v3.1.1#security-scheme-object)). */
export interface SecurityScheme {
  readonly type: "apiKey" | "http" | "oauth2" | "openIdConnect" | "mutualTLS";
  /** Markdown. */
  readonly description: string;
  /** The part of a request that carries the credential; absent for `mutualTLS`, where the connection does. */
  readonly credential: CredentialPlace | undefined;
  /** The scopes of all its flows, with their descriptions. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** Where a credential is sent, and the text before it: `Bearer ` in the header field `authorization`. */
export interface CredentialPlace {
  readonly in: "header" | "query" | "cookie";
  /** In lower case for a header field. */
  readonly name: string;
  readonly prefix: string;
}

/** The HTTP methods that a path item can describe. */
export type HttpMethod = Uppercase<(typeof methodKeys)[number]>;

/** The keys of a path item that hold an operation. */
export const methodKeys = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

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
  /** Whether the characters that are reserved in a URI need no percent-encoding in its value. */
  readonly allowsReserved: boolean;
  /** The media type of the value, for a parameter with `content`. */
  readonly mediaType: string | undefined;
  readonly schema: Schema;
  /** JSON Pointer to the schema in {@link Api.document}. */
  readonly schemaPointer: string;
  /** JSON Pointer to the parameter in {@link Api.document}. */
  readonly pointer: string;
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
  /** Its links by name, as written, with references resolved. */
  readonly links?: Readonly<Record<string, JsonObject>>;
}

/** A header field of a response. */
export interface Header {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDeprecated?: true;
  readonly explodes?: true;
  /** The media type of the value, for a header with `content`. */
  readonly mediaType: string | undefined;
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
  /** How the parts of a form are written, as written. */
  readonly encoding?: JsonObject;
  readonly examples: readonly NamedExample[];
}

/** An example. */
export interface Example {
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly value: Json | undefined;
}

/** An example and its name, which is `example` if the description does not name it. */
export interface NamedExample extends Example {
  readonly name: string;
  /** The name of the example in `components`, if it is a reference. */
  readonly componentName: string | undefined;
  /** JSON Pointer to the value in {@link Api.document}. */
  readonly pointer: string;
}

/** Returns the successes of an operation: its 2xx responses. */
export function successesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status.startsWith("2"));
}

/**
 * Returns the first success of an operation.
 *
 * @throws DescriptionError if it has none
 */
export function successOf(operation: Operation): Response {
  const [success] = successesOf(operation);
  if (success !== undefined) return success;
  const why = `${operation.operationId} documents no success`;
  throw new DescriptionError(`${why}: add the 2xx response that its callers get.`, operation.pointer);
}

/** Returns the media types that a request accepts: the preferred one of each response, each once, successes first. */
export function acceptOf(operation: Operation): string[] {
  const successes = successesOf(operation);
  const others = operation.responses.filter((response) => !successes.includes(response));
  const types = [...successes, ...others].flatMap(({ content }) => preferredContentOf(content) ?? []);
  return [...new Set(types.map(({ mediaType }) => mediaType))];
}

/** Whether every request of an operation needs credentials. */
export function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((requirement) => requirement.length > 0);
}

/** Finds the JSON body among several media types. */
export function jsonContentOf(content: readonly MediaType[] | undefined): MediaType | undefined {
  return content?.find(({ mediaType }) => isJson(mediaType));
}

/** Chooses among several media types of one body: JSON, otherwise the first. */
export function preferredContentOf(content: readonly MediaType[] | undefined): MediaType | undefined {
  return jsonContentOf(content) ?? content?.[0];
}

/** How a body of a media type is read and written. */
export type MediaKind = "json" | "text" | "form" | "multipart" | "binary";

/** Determines the kind of a media type; one that is not known to be text is binary. */
export function mediaKindOf(mediaType: string): MediaKind {
  const [name = ""] = mediaType.toLowerCase().split(";", 1);
  const type = name.trim();
  // RFC 6839, section 3.1.
  if (/[/+]json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  const isText = type.startsWith("text/") || /[/+-](xml|yaml|ndjson|jsonl|json-seq|javascript)$/.test(type);
  return isText ? "text" : "binary";
}

/** Whether a media type is JSON. */
export function isJson(mediaType: string): boolean {
  return mediaKindOf(mediaType) === "json";
}

/** Returns the parameters of an operation in one place. */
export function parametersIn({ parameters }: Operation, place: ParameterPlace): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}
