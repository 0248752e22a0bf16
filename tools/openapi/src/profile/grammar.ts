/** What a key may hold other than the objects of OpenAPI; `instead` says what to write in place of anything else. */
export type Rule = { readonly instead: string } & (
  | { readonly type: "string" | "boolean" | "number" | "date" | "pattern" | "any" }
  | { readonly type: "count"; readonly from: number }
  | { readonly only: boolean }
  | { readonly like: RegExp }
  /** An object whose kind its key `by` chooses. */
  | { readonly by: string; readonly kinds: Readonly<Record<string, string>> }
  /** Only a reference; with `to`, only to what has this name. */
  | { readonly reference: string; readonly to?: string }
  /** A schema of one of these kinds, or a reference to one. */
  | { readonly schema: readonly string[]; readonly canBeNull: boolean }
  | { readonly list: string; readonly from: number; readonly to?: number }
  /** An object whose keys the description chooses, such as names; `of` says what they are. */
  | { readonly of: string; readonly keys: readonly Keys[]; readonly from?: number; readonly to?: number }
);

type Keys = readonly [keys: RegExp, holds: string];
type Kind = Readonly<Record<string, string>>;

/** What every object inherits, and what makes an object a promise. */
export const inherited: RegExp =
  /^(?:constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|then|to(?:Locale)?String|valueOf)$/;
const own = `(?!${inherited.source.slice(1)})`;
const name = new RegExp(`^${own}[A-Za-z]\\w*$`);
const nameInstead = "use letters, digits and _, begin with a letter, and avoid names that every object has";
const typeName = /^[A-Z]\w*$/;
const typeNameInstead = "use letters, digits and _, and begin with a capital letter";
const key = /^[A-Za-z][\w-]*$/;
const keyInstead = "use letters, digits, _ and -, and begin with a letter";
const responseField = /^(?!(?:Content-Type|Set-Cookie)$)[A-Z][A-Za-z\d]*(?:-[A-Za-z\d]+)*$/;
/**
 * What `security`, the body, browsers and Node.js set
 * ([Fetch](https://fetch.spec.whatwg.org/#forbidden-request-header)).
 */
const setFields = [
  "accept(-charset|-encoding)?",
  "access-control-request-.*",
  "authorization",
  "connection",
  "content-(length|type)",
  "cookie2?",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "proxy-.*",
  "referer",
  "sec-.*",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
];
const requestField = new RegExp(`^(?!(?i:${setFields.join("|")})$)${responseField.source.slice(1)}`);
const fieldInstead =
  "begin with a capital letter, use letters, digits and -, and avoid what HTTP or `security` sets";
const scalars = ["string", "integer", "number", "boolean", "constants"];
const types = [...scalars, "object", "map", "array"];
const eitherInstead = "write one reference to what is never null, and null";
const schemaInstead = 'give it one `type`, or one and "null"';
const oneScheme = "use one scheme, or `security: []`";

/** What keys hold other than objects, by name. */
export const rules: Readonly<Record<string, Rule>> = {
  text: { type: "string", instead: "write text" },
  flag: { type: "boolean", instead: "write true or false" },
  count: { type: "count", from: 0, instead: "write a whole number from 0" },
  // The smallest number of characters or items: 0 excludes nothing.
  least: { type: "count", from: 1, instead: "write a whole number from 1, or leave it out" },
  number: { type: "number", instead: "write a number" },
  date: { type: "date", instead: "write a date, such as 2027-06-01" },
  pattern: { type: "pattern", instead: "write an ECMA-262 regular expression that excludes something" },
  value: { type: "any", instead: "write JSON" },
  version: { like: /^3\.1\.\d+$/, instead: "write the description in OpenAPI 3.1" },
  "operation ID": {
    like: new RegExp(`^${own}[a-z][A-Za-z\\d]*$`),
    instead: "use letters and digits, begin with a lower-case letter, and avoid names that every object has",
  },
  name: { like: name, instead: nameInstead },
  "type name": { like: typeName, instead: typeNameInstead },
  "field name": { like: requestField, instead: fieldInstead },
  true: { only: true, instead: "write true" },
  http: { like: /^http$/, instead: "use a bearer token" },
  bearer: { like: /^bearer$/, instead: "use a bearer token" },
  format: {
    like: /^(?:uuid|uri|uri-reference|date-time|date|email)$/,
    instead: "use uuid, uri, uri-reference, date-time, date, email, or a pattern",
  },
  "one tag": { list: "type name", from: 1, to: 1, instead: "use one tag" },
  values: { list: "value", from: 1, instead: "add a value" },
  texts: { list: "text", from: 1, instead: "add a value" },
  security: { list: "scheme", from: 0, to: 1, instead: oneScheme },
  scheme: { of: "a scheme", keys: [[key, "no scopes"]], from: 1, to: 1, instead: oneScheme },
  "no scopes": { list: "text", from: 0, to: 0, instead: "leave out the scopes" },
  parameter: {
    by: "in",
    kinds: { path: "path parameter", query: "query parameter", header: "header parameter" },
    instead: "use the path, the query or a header field",
  },
  "named schema": { reference: "schema", instead: "name it in components.schemas, and refer to it" },
  "problem schema": {
    reference: "schema",
    to: "Problem",
    instead: "refer to Problem, which all errors have",
  },
  schema: { schema: [...types, "oneOf", "anyOf"], canBeNull: true, instead: schemaInstead },
  // A reference and null.
  either: { list: "one or null", from: 2, to: 2, instead: eitherInstead },
  // What is null already would be null twice, which `oneOf` does not allow.
  "one or null": { schema: [...types, "null"], canBeNull: false, instead: eitherInstead },
  scalar: { schema: scalars, canBeNull: false, instead: "use a string, a number or a boolean" },
  "scalar or list": {
    schema: [...scalars, "list"],
    canBeNull: false,
    instead: "use a string, a number, a boolean, or a list of them",
  },
  paths: {
    of: "a path",
    keys: [[/^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~-]+|\{[A-Za-z]\w*\}))+$/, "path"]],
    instead: "write / and segments, each either letters, digits and -._~ or one {name}",
  },
  responses: {
    of: "a status",
    keys: [
      [/^20[012]$/, "success"],
      [/^204$/, "empty success"],
      [/^(?:[45]\d\d|default)$/, "error"],
    ],
    instead: "use 200, 201, 202, 204, the status of an error, or default",
  },
  json: {
    of: "a media type",
    keys: [[/^application\/json$/, "media type"]],
    from: 1,
    instead: "use application/json",
  },
  problems: {
    of: "a media type",
    keys: [[/^application\/problem\+json$/, "problem"]],
    from: 1,
    instead: "use application/problem+json",
  },
  variables: { of: "a variable", keys: [[name, "variable"]], instead: nameInstead },
  schemas: { of: "a schema", keys: [[typeName, "schema"]], instead: typeNameInstead },
  properties: { of: "a property", keys: [[name, "schema"]], instead: nameInstead },
  parameters: { of: "a parameter", keys: [[key, "parameter"]], instead: keyInstead },
  headers: { of: "a header field", keys: [[responseField, "header"]], instead: fieldInstead },
  errors: { of: "an error", keys: [[key, "error"]], instead: keyInstead },
  examples: { of: "an example", keys: [[key, "example"]], instead: keyInstead },
  schemes: { of: "a scheme", keys: [[key, "security scheme"]], to: 1, from: 0, instead: "use one scheme" },
};

/** `externalDocs` and `title` change nothing, and are ignored. */
const words: Kind = { description: "text", externalDocs: "link" };
const operation: Kind = {
  operationId: "operation ID!",
  tags: "one tag!",
  summary: "text",
  ...words,
  deprecated: "flag",
  "x-deprecated-since": "date",
  "x-sunset": "date",
  security: "security",
  parameters: "parameter[]",
  responses: "responses!",
};
const held: Kind = {
  description: "text",
  required: "flag",
  schema: "scalar!",
  example: "value!",
  deprecated: "flag",
};
const parameter: Kind = { name: "name!", in: "text!", ...held };

const remarks: Kind = { ...words, title: "text", deprecated: "flag" };
const typed: Kind = { type: "value", ...remarks, default: "value", examples: "value[]" };
const numeric: Kind = { ...typed, enum: "values", const: "value", minimum: "number", maximum: "number" };
const items: Kind = { ...typed, minItems: "least", maxItems: "count" };

/** Each kind of object: its keys, and which object or rule each holds. `!` marks a required key, `[]` a list. */
export const objects: Readonly<Record<string, Kind>> = {
  description: {
    openapi: "version!",
    info: "info!",
    servers: "server[]",
    tags: "tag[]",
    security: "security",
    paths: "paths!",
    components: "components",
    externalDocs: "link",
    "x-max-body-bytes": "count!",
  },
  info: {
    title: "text!",
    version: "text!",
    summary: "text",
    description: "text",
    termsOfService: "text",
    contact: "contact",
    license: "license",
  },
  link: { url: "text!", description: "text" },
  contact: { name: "text", url: "text", email: "text" },
  license: { name: "text!", identifier: "text", url: "text" },
  server: { url: "text!", description: "text", variables: "variables" },
  variable: { default: "text!", enum: "texts", description: "text" },
  tag: { name: "type name!", ...words },
  path: {
    parameters: "parameter[]",
    get: "operation",
    delete: "operation",
    put: "operation with a body",
    post: "operation with a body",
    patch: "operation with a body",
  },
  operation,
  "operation with a body": { ...operation, requestBody: "request body" },
  "path parameter": { ...parameter, required: "true!" },
  "query parameter": { ...parameter, schema: "scalar or list!" },
  "header parameter": { ...parameter, name: "field name!" },
  "request body": { description: "text", required: "flag", content: "json!" },
  success: { description: "text!", headers: "headers", content: "json" },
  "empty success": { description: "text!", headers: "headers" },
  error: { description: "text!", headers: "headers", content: "problems!" },
  header: held,
  "media type": { schema: "named schema!", example: "value", examples: "examples" },
  problem: { schema: "problem schema!", example: "value", examples: "examples" },
  example: { summary: "text", description: "text", value: "value!" },
  components: {
    schemas: "schemas",
    parameters: "parameters",
    headers: "headers",
    responses: "errors",
    examples: "examples",
    securitySchemes: "schemes",
  },
  "security scheme": { type: "http!", scheme: "bearer!", bearerFormat: "text", description: "text" },
  string: {
    ...typed,
    enum: "values",
    const: "value",
    "x-extensible-enum": "texts",
    format: "format",
    pattern: "pattern",
    minLength: "least",
    maxLength: "count",
  },
  integer: numeric,
  number: numeric,
  boolean: { ...typed, const: "value" },
  constants: { ...typed, oneOf: "constant[]!" },
  constant: { const: "text!", description: "text", deprecated: "flag" },
  object: { ...typed, properties: "properties", required: "texts", additionalProperties: "flag" },
  map: { ...typed, additionalProperties: "schema!" },
  array: { ...items, items: "schema!" },
  oneOf: { ...remarks, oneOf: "either!" },
  anyOf: { ...remarks, anyOf: "either!" },
  null: { type: "value" },
  list: { ...items, items: "scalar!" },
};

/** What can be a reference: to which part of `components`, and with which keys next to it. */
export const references: Readonly<Record<string, readonly [section: string, siblings: readonly string[]]>> = {
  parameter: ["parameters", []],
  error: ["responses", []],
  header: ["headers", []],
  example: ["examples", []],
  schema: ["schemas", Object.keys(remarks)],
};

const twoSchemas = "write one schema for what is sent and one for what is returned";

/** What to do about keys that an object does not have; any other must be left out, or in a schema be put into words. */
export const insteadOf: ReadonlyMap<string, string> = new Map([
  ["readOnly", twoSchemas],
  ["writeOnly", twoSchemas],
  ["$ref", "write it here"],
  ["allOf", "write the properties of all parts in one object"],
  ["anyOf", 'use one type, one type or reference and "null", or an `enum`'],
  ["oneOf", 'use one type, one type or reference and "null", or constants'],
  ["not", "describe what is allowed"],
  ["nullable", 'write `type: [..., "null"]`'],
  ["example", "write `examples: [...]`"],
  ["examples", "write `example`"],
  ["callbacks", "describe an operation to poll"],
  ["webhooks", "describe an operation to poll"],
  ["requestBody", "use parameters, or another method"],
  ["head", "leave it out, as HEAD works wherever GET does"],
  ["options", "use another method"],
  ["trace", "use another method"],
  ["style", "leave it out, as a list is sent as a=1&a=2"],
  ["explode", "leave it out, as a list is sent as a=1&a=2"],
  ["content", "use a schema that is a scalar, or leave it out"],
  ["prefixItems", "use an object"],
  ["patternProperties", "use `additionalProperties`"],
  ["properties", "name all properties, or allow any, but not both"],
  ["externalValue", "write `value`"],
  ["servers", "list them at the top"],
  ["format", "leave it out; JavaScript rounds numbers beyond 2^53, so use a string there"],
]);
