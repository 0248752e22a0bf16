import { isObject, type JsonObject } from "../json-value.ts";
import { methods } from "./keys.ts";
import { isSchema } from "./schema-keywords.ts";

/** What a field holds. */
export interface Field {
  readonly wants: string;
  isRight(value: unknown): boolean;
  /** The kind of object that it holds, or that each member of its map or list is. */
  readonly object?: ObjectName;
  readonly member?: ObjectName;
  readonly isSchema?: boolean;
}

type Fields = Readonly<Record<string, Field>>;

/** An object of OpenAPI with fixed fields, or with keys that match a pattern and all hold the same kind. */
export interface OpenApiObject {
  /** Its name in messages. */
  readonly called: string;
  /** The fields without which it says nothing. */
  readonly needed?: readonly string[];
  /** The fields that the rules compare. */
  readonly judged?: Fields;
  /** The fields that are for people. */
  readonly texts?: Fields;
  /** The fields that no rule compares although they matter: a change of one has no verdict. */
  readonly unread?: Fields;
  /** The pattern of keys that are not fields, and what each of them holds. */
  readonly keys?: { readonly like: RegExp; readonly wants: string; readonly member: ObjectName };
}

const text: Field = { wants: "a text", isRight: (value) => typeof value === "string" };
const flag: Field = { wants: "true or false", isRight: (value) => typeof value === "boolean" };
const anything: Field = { wants: "anything", isRight: () => true };
const list: Field = { wants: "a list", isRight: Array.isArray };
const map: Field = { wants: "an object", isRight: isObject };
const schema: Field = { wants: "a schema", isRight: isSchema, isSchema: true };
const areTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === "string");
const texts: Field = { wants: "a list of texts", isRight: areTexts };

const textMap: Field = {
  wants: "a map of texts",
  isRight: (value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"),
};

const security: Field = {
  wants: "a list of objects that give each scheme a list of scopes",
  isRight: (value) =>
    Array.isArray(value) && value.every((each) => isObject(each) && Object.values(each).every(areTexts)),
};

function oneOf(...values: string[]): Field {
  return { wants: `one of ${values.join(", ")}`, isRight: (value) => values.some((each) => each === value) };
}

function one(object: ObjectName): Field {
  return { ...map, object };
}

function mapOf(member: ObjectName): Field {
  return { ...map, member };
}

function listOf(member: ObjectName): Field {
  return { ...list, member };
}

// An example is data: a change inside it only changes texts.
const examples = { example: anything, examples: map };

const item = {
  judged: {
    ...Object.fromEntries(methods.map((method) => [method, one("operation")])),
    additionalOperations: mapOf("operation"),
    servers: listOf("server"),
    parameters: listOf("parameter"),
  },
  texts: { summary: text, description: text },
};

const value = {
  required: flag,
  deprecated: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  allowEmptyValue: flag,
  schema,
  content: mapOf("media type"),
};

/** The names of the objects. */
export type ObjectName =
  | "description"
  | "info"
  | "contact"
  | "license"
  | "server"
  | "server variable"
  | "components"
  | "paths"
  | "path"
  | "webhook"
  | "operation"
  | "external documentation"
  | "parameter"
  | "request body"
  | "media type"
  | "encoding"
  | "responses"
  | "response"
  | "callback"
  | "callback item"
  | "link"
  | "header"
  | "tag"
  | "discriminator"
  | "xml"
  | "security scheme"
  | "flows"
  | "flow"
  | "schema";

/**
 * The objects of OpenAPI 3.0, 3.1 and 3.2, with the fields of all three: a field of another version is judged by what
 * it means there. Schemas have a table of their own.
 */
export const openApiObjects: Readonly<Record<ObjectName, OpenApiObject>> = {
  description: {
    called: "a description",
    judged: {
      openapi: text,
      servers: listOf("server"),
      paths: one("paths"),
      webhooks: mapOf("webhook"),
      "x-webhooks": mapOf("webhook"),
      components: one("components"),
      security,
    },
    texts: { info: one("info"), tags: listOf("tag"), externalDocs: one("external documentation") },
    unread: { $self: text, jsonSchemaDialect: text },
  },
  info: {
    called: "the info",
    texts: {
      title: text,
      summary: text,
      description: text,
      termsOfService: text,
      contact: one("contact"),
      license: one("license"),
      version: text,
    },
  },
  contact: { called: "the contact", texts: { name: text, url: text, email: text } },
  license: { called: "the license", texts: { name: text, identifier: text, url: text } },
  server: {
    called: "a server",
    needed: ["url"],
    judged: { url: text, variables: mapOf("server variable") },
    texts: { name: text, description: text },
  },
  "server variable": {
    called: "a variable of a server",
    judged: { enum: list, default: anything },
    texts: { description: text },
  },
  components: {
    called: "the components",
    judged: {
      schemas: mapOf("schema"),
      responses: mapOf("response"),
      parameters: mapOf("parameter"),
      requestBodies: mapOf("request body"),
      headers: mapOf("header"),
      securitySchemes: mapOf("security scheme"),
      callbacks: mapOf("callback"),
      pathItems: mapOf("path"),
      mediaTypes: mapOf("media type"),
    },
    texts: { examples: map, links: mapOf("link") },
  },
  paths: {
    called: "the paths",
    keys: { like: /^\//, wants: "a path has to begin with /", member: "path" },
  },
  path: { called: "a path", ...item },
  webhook: { called: "a webhook", ...item },
  operation: {
    called: "an operation",
    judged: {
      operationId: text,
      parameters: listOf("parameter"),
      requestBody: one("request body"),
      responses: one("responses"),
      callbacks: mapOf("callback"),
      deprecated: flag,
      security,
      servers: listOf("server"),
    },
    texts: {
      tags: texts,
      summary: text,
      description: text,
      externalDocs: one("external documentation"),
    },
  },
  "external documentation": { called: "the external documentation", texts: { description: text, url: text } },
  parameter: {
    called: "a parameter",
    needed: ["name", "in"],
    judged: { name: text, in: oneOf("path", "query", "querystring", "header", "cookie"), ...value },
    texts: { description: text, ...examples },
  },
  "request body": {
    called: "a request body",
    judged: { content: mapOf("media type"), required: flag },
    texts: { description: text },
  },
  "media type": {
    called: "a media type",
    judged: { schema, itemSchema: schema, encoding: mapOf("encoding") },
    texts: { description: text, ...examples },
    unread: { prefixEncoding: listOf("encoding"), itemEncoding: one("encoding") },
  },
  encoding: {
    called: "an encoding",
    judged: {
      contentType: text,
      headers: mapOf("header"),
      style: text,
      explode: flag,
      allowReserved: flag,
    },
    unread: {
      encoding: mapOf("encoding"),
      prefixEncoding: listOf("encoding"),
      itemEncoding: one("encoding"),
    },
  },
  responses: {
    called: "the responses",
    judged: { default: one("response") },
    keys: {
      like: /^(?:\d{3}|\dXX)$/i,
      wants: "a response has to have a status, such as 200, 2XX or default",
      member: "response",
    },
  },
  response: {
    called: "a response",
    judged: { headers: mapOf("header"), content: mapOf("media type") },
    texts: { summary: text, description: text, links: mapOf("link") },
  },
  callback: { called: "a callback", keys: { like: /^/, wants: "", member: "callback item" } },
  "callback item": { called: "a callback", ...item },
  link: {
    called: "a link",
    texts: {
      operationRef: text,
      operationId: text,
      parameters: map,
      requestBody: anything,
      description: text,
      server: one("server"),
    },
  },
  // Generators share one object for parameters and headers, whose name and place have no effect here.
  header: {
    called: "a header",
    judged: { ...value, name: text, in: text },
    texts: { description: text, ...examples },
  },
  tag: {
    called: "a tag",
    texts: {
      name: text,
      summary: text,
      description: text,
      externalDocs: one("external documentation"),
      parent: text,
      kind: text,
    },
  },
  discriminator: {
    called: "a discriminator",
    needed: ["propertyName"],
    judged: { propertyName: text, mapping: textMap },
    unread: { defaultMapping: text },
  },
  xml: {
    called: "an xml object",
    unread: {
      name: text,
      namespace: text,
      prefix: text,
      attribute: flag,
      wrapped: flag,
      nodeType: text,
    },
  },
  "security scheme": {
    called: "a security scheme",
    needed: ["type"],
    judged: {
      type: oneOf("apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"),
      name: text,
      in: oneOf("query", "header", "cookie"),
      scheme: text,
      flows: one("flows"),
      openIdConnectUrl: text,
    },
    texts: { description: text, bearerFormat: text, deprecated: flag },
    unread: { oauth2MetadataUrl: text },
  },
  flows: {
    called: "the flows",
    judged: {
      implicit: one("flow"),
      password: one("flow"),
      clientCredentials: one("flow"),
      authorizationCode: one("flow"),
      deviceAuthorization: one("flow"),
    },
  },
  flow: {
    called: "a flow",
    judged: {
      authorizationUrl: text,
      deviceAuthorizationUrl: text,
      tokenUrl: text,
      refreshUrl: text,
    },
    texts: { scopes: textMap },
  },
  schema: { called: "a schema" },
};

/** Finds a field of an object, and whether a change of it has no verdict. */
export function fieldOf(
  name: ObjectName,
  key: string,
): { readonly field: Field; readonly isUnread: boolean } | undefined {
  const { judged = {}, texts: forPeople = {}, unread = {} } = openApiObjects[name];
  for (const fields of [judged, forPeople, unread]) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field) return { field, isUnread: fields === unread };
  }
  return undefined;
}

/** Whether the object has each field that it needs, with a value of its kind. */
export function isComplete(name: ObjectName, object: JsonObject): boolean {
  const { needed = [] } = openApiObjects[name];
  return needed.every((key) => fieldOf(name, key)?.field.isRight(object[key]));
}

/** The names of all fields of an object. */
export function fieldsOf(name: ObjectName): string[] {
  const { judged, texts: forPeople, unread } = openApiObjects[name];
  return Object.keys({ ...judged, ...forPeople, ...unread });
}
