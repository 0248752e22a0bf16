import type { JsonObject } from "../src/json-value.ts";
import { type Case, json, object, type Parts } from "./api.ts";

const string = { type: "string" };
const ok = (more: JsonObject = {}) => ({ description: "Done.", content: json(string), ...more });
const problem = {
  description: "Failed.",
  content: { "application/problem+json": { schema: object({ title: string }) } },
};
const responses = (map: JsonObject): Parts => ({ operation: { responses: map } });
const query = (more: JsonObject = {}) => ({ name: "q", in: "query", schema: string, ...more });
const parameters = (...list: unknown[]): Parts => ({ parameters: list });
const body = (more: JsonObject): Parts => ({
  operation: { requestBody: { content: json(string), ...more } },
});
const schemes = (map: JsonObject, root: JsonObject = {}): Parts => ({
  components: { securitySchemes: map },
  root,
});
const bearer = { type: "http", scheme: "bearer" };
const key = { type: "apiKey", in: "header", name: "X-Key" };
const oauth = {
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "https://x.test/token", scopes: { r: "read", w: "write" } } },
};
const secured = (security: unknown, map: JsonObject = { bearer, key, oauth }): Parts =>
  schemes(map, { security });
const header = (more: JsonObject = {}) =>
  responses({ 200: ok({ headers: { "X-A": { schema: string, ...more } } }) });
const servers = (...urls: string[]): Parts => ({ root: { servers: urls.map((url) => ({ url })) } });

function row(name: string, a: Parts, b: Parts, there: Case["there"], back: Case["back"]): Case {
  return { name, a, b, there, back };
}

const PARAMETERS = [
  row("an optional query parameter added", {}, parameters(query()), "minor", "major"),
  row("a required query parameter added", {}, parameters(query({ required: true })), "major", "major"),
  row(
    "a parameter that became required",
    parameters(query()),
    parameters(query({ required: true })),
    "major",
    "minor",
  ),
  row("a renamed query parameter", parameters(query()), parameters(query({ name: "r" })), "major", "major"),
  row(
    "a parameter moved to a header",
    parameters(query()),
    parameters(query({ in: "header" })),
    "major",
    "major",
  ),
  row("a cookie added", {}, parameters(query({ in: "cookie" })), "minor", "major"),
  row(
    "a header in another letter case",
    parameters(query({ in: "header", name: "X-A" })),
    parameters(query({ in: "header", name: "x-a" })),
    "patch",
    "patch",
  ),
  row(
    "the header Authorization as a parameter",
    {},
    parameters(query({ in: "header", name: "Authorization", required: true })),
    "patch",
    "patch",
  ),
  row(
    "a parameter's type",
    parameters(query()),
    parameters(query({ schema: { type: "integer" } })),
    "major",
    "major",
  ),
  row(
    "a parameter's enum loosened",
    parameters(query({ schema: { enum: ["a"] } })),
    parameters(query({ schema: { enum: ["a", "b"] } })),
    "minor",
    "major",
  ),
  row(
    "a query default changed",
    parameters(query({ schema: { type: "string", default: "a" } })),
    parameters(query({ schema: { type: "string", default: "b" } })),
    "major",
    "major",
  ),
  row(
    "a query default documented",
    parameters(query()),
    parameters(query({ schema: { type: "string", default: "b" } })),
    "minor",
    "major",
  ),
  row(
    "the default of a required parameter",
    parameters(query({ required: true, schema: { type: "string", default: "a" } })),
    parameters(query({ required: true, schema: { type: "string", default: "b" } })),
    "patch",
    "patch",
  ),
  row(
    "a list no longer exploded",
    parameters(query({ schema: { type: "array", items: string } })),
    parameters(query({ explode: false, schema: { type: "array", items: string } })),
    "major",
    "major",
  ),
  row(
    "a list in another style",
    parameters(query({ explode: false, schema: { type: "array", items: string } })),
    parameters(query({ explode: false, style: "pipeDelimited", schema: { type: "array", items: string } })),
    "major",
    "major",
  ),
  row(
    "the style that is the default anyway",
    parameters(query({ schema: { type: "array", items: string } })),
    parameters(query({ style: "form", explode: true, schema: { type: "array", items: string } })),
    "patch",
    "patch",
  ),
  row(
    "explode of a single value",
    parameters(query()),
    parameters(query({ explode: false })),
    "patch",
    "patch",
  ),
  row(
    "reserved characters allowed",
    parameters(query()),
    parameters(query({ allowReserved: true })),
    "minor",
    "major",
  ),
  row(
    "a schema turned into content",
    parameters(query({ schema: object({ a: string }) })),
    parameters({ name: "q", in: "query", content: json(object({ a: string })) }),
    "major",
    "major",
  ),
  row(
    "a parameter of the path, moved to the operation",
    { pathItem: { parameters: [pathId(), query()] } },
    { pathItem: { parameters: [] }, parameters: [pathId(), query()] },
    "patch",
    "patch",
  ),
  row(
    "parameters in another order",
    parameters(query(), query({ name: "r" })),
    parameters(query({ name: "r" }), query()),
    "patch",
    "patch",
  ),
  row(
    "a parameter as a component",
    parameters(query()),
    { parameters: [{ $ref: "#/components/parameters/Q" }], components: { parameters: { Q: query() } } },
    "patch",
    "patch",
  ),
];

function pathId(): JsonObject {
  return { name: "thingId", in: "path", required: true, schema: string };
}

const PATHS = [
  row(
    "an operation added",
    at("/things", "get"),
    { paths: { ...at("/things", "get").paths, ...at("/others", "get").paths } },
    "minor",
    "major",
  ),
  row(
    "a method added",
    at("/things", "get"),
    { paths: { "/things": { get: plain(), delete: plain() } } },
    "minor",
    "major",
  ),
  row(
    "HEAD removed",
    { paths: { "/things": { get: plain(), head: plain() } } },
    at("/things", "get"),
    "major",
    "minor",
  ),
  row("another path", at("/things", "get"), at("/objects", "get"), "major", "major"),
  row("a slash at the end", at("/things", "get"), at("/things/", "get"), "major", "major"),
  row("another method", at("/things", "post"), at("/things", "put"), "major", "major"),
  row("a path parameter renamed", withId("thingId"), withId("id"), "minor", "minor"),
  row(
    "an operationId renamed",
    { operation: { operationId: "a" } },
    { operation: { operationId: "b" } },
    "major",
    "major",
  ),
  row("a deprecated operation", {}, { operation: { deprecated: true } }, "minor", "minor"),
  row("a tag", {}, { operation: { tags: ["x"] } }, "patch", "patch"),
  row("a summary", {}, { operation: { summary: "x" } }, "patch", "patch"),
  row(
    "a server added",
    servers("https://a.test"),
    servers("https://a.test", "https://b.test"),
    "minor",
    "major",
  ),
  row(
    "servers in another order",
    servers("https://b.test", "https://a.test"),
    servers("https://a.test", "https://b.test"),
    "patch",
    "patch",
  ),
  row("a server's slash at the end", servers("https://a.test"), servers("https://A.test/"), "patch", "patch"),
  row(
    "a path moved from the server's URL",
    { ...at("/things", "get"), ...servers("https://a.test/v1") },
    { ...at("/v1/things", "get"), ...servers("https://a.test") },
    "patch",
    "patch",
  ),
  row(
    "a server of the operation",
    servers("https://a.test"),
    { ...servers("https://a.test"), operation: { servers: [{ url: "https://b.test" }] } },
    "major",
    "major",
  ),
  row(
    "the same server on the path",
    servers("https://a.test"),
    { ...servers("https://a.test"), pathItem: { servers: [{ url: "https://a.test" }] } },
    "patch",
    "patch",
  ),
];

function plain(): JsonObject {
  return { responses: { 200: ok() } };
}

function at(path: string, method: string): Parts {
  return { paths: { [path]: { [method]: plain() } } };
}

function withId(name: string): Parts {
  const parameter = { name, in: "path", required: true, schema: string };
  return { paths: { [`/things/{${name}}`]: { get: { ...plain(), parameters: [parameter] } } } };
}

const BODIES = [
  row("a required body added", {}, body({ required: true }), "major", "major"),
  row("an optional body added", {}, body({}), "minor", "major"),
  row("a body that became required", body({}), body({ required: true }), "major", "minor"),
  row(
    "a media type added",
    body({}),
    body({ content: { ...json(string), "text/plain": { schema: string } } }),
    "minor",
    "major",
  ),
  row(
    "another media type",
    body({}),
    body({ content: { "text/plain": { schema: string } } }),
    "major",
    "major",
  ),
  row(
    "JSON's character set",
    body({}),
    body({ content: { "Application/JSON; charset=UTF-8": { schema: string } } }),
    "patch",
    "patch",
  ),
  row(
    "a range of media types",
    body({}),
    body({ content: { "application/*": { schema: string } } }),
    "minor",
    "major",
  ),
  row(
    "a body as a component",
    body({}),
    {
      operation: { requestBody: { $ref: "#/components/requestBodies/B" } },
      components: { requestBodies: { B: { content: json(string) } } },
    },
    "patch",
    "patch",
  ),
  row(
    "a body default changed",
    { request: object({ a: { type: "string", default: "x" } }) },
    { request: object({ a: { type: "string", default: "y" } }) },
    "major",
    "major",
  ),
  row("the encoding of a part", multipart("text/plain"), multipart("application/json"), "major", "major"),
];

function multipart(contentType: string): Parts {
  return body({
    content: { "multipart/form-data": { schema: object({ a: string }), encoding: { a: { contentType } } } },
  });
}

const PROPERTIES = [
  row(
    "request: an optional property added",
    { request: object({ a: string }) },
    { request: object({ a: string, b: string }) },
    "minor",
    "major",
  ),
  row(
    "request: a required property added",
    { request: object({ a: string }) },
    { request: object({ a: string, b: string }, { required: ["b"] }) },
    "major",
    "major",
  ),
  row(
    "request: a property renamed",
    { request: object({ a: string }) },
    { request: object({ b: string }) },
    "major",
    "major",
  ),
  row(
    "request: a property of a closed object removed",
    { request: object({ a: string, b: string }, { additionalProperties: false }) },
    { request: object({ a: string }, { additionalProperties: false }) },
    "major",
    "minor",
  ),
  row(
    "request: a property became readOnly",
    { request: object({ a: string }) },
    { request: object({ a: { type: "string", readOnly: true } }) },
    "major",
    "minor",
  ),
  row(
    "request: a required readOnly property added",
    { request: object({ a: string }) },
    { request: object({ a: string, b: { type: "string", readOnly: true } }, { required: ["b"] }) },
    "patch",
    "patch",
  ),
  row(
    "response: a property became writeOnly",
    { response: object({ a: string }) },
    { response: object({ a: { type: "string", writeOnly: true } }) },
    "major",
    "minor",
  ),
  row(
    "response: a property became readOnly",
    { response: object({ a: string }) },
    { response: object({ a: { type: "string", readOnly: true } }) },
    "patch",
    "patch",
  ),
  row(
    "response: an optional property added",
    { response: object({ a: string }) },
    { response: object({ a: string, b: string }) },
    "minor",
    "major",
  ),
  row(
    "response: a required property added",
    { response: object({ a: string }) },
    { response: object({ a: string, b: string }, { required: ["b"] }) },
    "minor",
    "major",
  ),
  row(
    "response: a property added to a closed object",
    { response: object({ a: string }, { additionalProperties: false }) },
    { response: object({ a: string, b: string }, { additionalProperties: false }) },
    "major",
    "major",
  ),
  row(
    "response: a default",
    { response: object({ a: { type: "string", default: "x" } }) },
    { response: object({ a: { type: "string", default: "y" } }) },
    "patch",
    "patch",
  ),
  row(
    "response: an open enum grows",
    { response: object({ a: { type: "string", "x-extensible-enum": ["x"] } }) },
    { response: object({ a: { type: "string", "x-extensible-enum": ["x", "y"] } }) },
    "minor",
    "minor",
  ),
  row(
    "response: an open enum of anyOf grows",
    { response: object({ a: { anyOf: [{ enum: ["x"] }, string] } }) },
    { response: object({ a: { anyOf: [{ enum: ["x", "y"] }, string] } }) },
    "patch",
    "patch",
  ),
  row(
    "response: a closed enum opens",
    { response: object({ a: { type: "string", enum: ["x"] } }) },
    { response: object({ a: { type: "string", "x-extensible-enum": ["x"] } }) },
    "major",
    "minor",
  ),
  row(
    "a property named like a keyword",
    { request: object({ default: string, example: string, enum: string }) },
    { request: object({ default: string, example: { type: "integer" }, enum: string }) },
    "major",
    "major",
  ),
  row(
    "request: anyOf turned into oneOf of what overlaps",
    { request: { anyOf: [object({ a: string }), object({ a: string, b: string })] } },
    { request: { oneOf: [object({ a: string }), object({ a: string, b: string })] } },
    "major",
    "minor",
  ),
  row(
    "request: one schema turned into two that exclude each other",
    { request: string },
    { request: { oneOf: [string, { type: "integer" }] } },
    "minor",
    "major",
  ),
];

const RESPONSES = [
  row("a 404 added", responses({ 200: ok() }), responses({ 200: ok(), 404: problem }), "minor", "minor"),
  row(
    "a 409 removed beside a default",
    responses({ 200: ok(), 409: problem, default: problem }),
    responses({ 200: ok(), default: problem }),
    "minor",
    "minor",
  ),
  row("a success added", responses({ 200: ok() }), responses({ 200: ok(), 202: ok() }), "minor", "major"),
  row("another success", responses({ 200: ok() }), responses({ 201: ok() }), "major", "major"),
  row("a success as a range", responses({ 200: ok() }), responses({ "2XX": ok() }), "patch", "patch"),
  row(
    "errors as a range with another body",
    responses({ 200: ok(), 404: problem }),
    responses({ 200: ok(), "4XX": ok() }),
    "major",
    "major",
  ),
  row(
    "a default added",
    responses({ 200: ok() }),
    responses({ 200: ok(), default: problem }),
    "minor",
    "minor",
  ),
  row(
    "a status of the default spelt out",
    responses({ 200: ok(), default: problem }),
    responses({ 200: ok(), 404: problem, default: problem }),
    "minor",
    "minor",
  ),
  row(
    "a status of the default spelt out with another body",
    responses({ 200: ok(), default: problem }),
    responses({ 200: ok(), 404: ok(), default: problem }),
    "major",
    "minor",
  ),
  row(
    "a media type added",
    responses({ 200: ok() }),
    responses({ 200: ok({ content: { ...json(string), "text/csv": {} } }) }),
    "minor",
    "major",
  ),
  row(
    "the body removed",
    responses({ 200: ok() }),
    responses({ 200: { description: "Done." } }),
    "major",
    "minor",
  ),
  row(
    "an error's media type changed",
    responses({ 200: ok(), 400: problem }),
    responses({ 200: ok(), 400: { ...problem, content: json(string) } }),
    "major",
    "major",
  ),
  row("a header added", responses({ 200: ok() }), header(), "minor", "major"),
  row("a header that may be missing", header({ required: true }), header(), "major", "minor"),
  row("a header's type", header(), header({ schema: { type: "integer" } }), "major", "major"),
  row(
    "a response's text",
    responses({ 200: ok() }),
    responses({ 200: ok({ description: "Made." }) }),
    "patch",
    "patch",
  ),
  row(
    "a response as a component",
    responses({ 200: ok() }),
    { ...responses({ 200: { $ref: "#/components/responses/R" } }), components: { responses: { R: ok() } } },
    "patch",
    "patch",
  ),
  row(
    "a link added",
    responses({ 200: ok() }),
    responses({ 200: ok({ links: { next: { operationId: "changeThing" } } }) }),
    "minor",
    "minor",
  ),
];

const SECURITY = [
  row("a public operation secured", secured([]), secured([{ bearer: [] }]), "major", "minor"),
  row(
    "security: [] deleted",
    { ...secured([{ bearer: [] }]), operation: { security: [] } },
    secured([{ bearer: [] }]),
    "major",
    "minor",
  ),
  row(
    "the same security on the operation",
    secured([{ bearer: [] }]),
    { ...secured([{ bearer: [] }]), operation: { security: [{ bearer: [] }] } },
    "patch",
    "patch",
  ),
  row(
    "an alternative added",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }, { key: [] }]),
    "minor",
    "major",
  ),
  row(
    "a second credential asked for",
    secured([{ bearer: [] }]),
    secured([{ bearer: [], key: [] }]),
    "major",
    "minor",
  ),
  row("optional security", secured([{ bearer: [] }, {}]), secured([{ bearer: [] }]), "major", "minor"),
  row("a scope asked for", secured([{ oauth: ["r"] }]), secured([{ oauth: ["r", "w"] }]), "major", "minor"),
  row(
    "a scheme renamed",
    secured([{ bearer: [] }]),
    secured([{ token: [] }], { token: bearer, key, oauth }),
    "patch",
    "patch",
  ),
  row(
    "bearerFormat",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }], { bearer: { ...bearer, bearerFormat: "JWT" }, key, oauth }),
    "patch",
    "patch",
  ),
  row(
    "the scheme's type",
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }], { bearer: { type: "http", scheme: "basic" }, key, oauth }),
    "major",
    "major",
  ),
  row(
    "the key's header",
    secured([{ key: [] }]),
    secured([{ key: [] }], { bearer, key: { ...key, name: "X-Other" }, oauth }),
    "major",
    "major",
  ),
  row(
    "the token's URL",
    secured([{ oauth: [] }]),
    secured([{ oauth: [] }], {
      bearer,
      key,
      oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://y.test", scopes: {} } } },
    }),
    "major",
    "major",
  ),
];

const hook = (item: JsonObject): Parts => ({ root: { webhooks: { made: { post: item } } } });
const sent = (schema: unknown, more: JsonObject = {}) =>
  hook({
    requestBody: { required: true, content: json(schema), ...more },
    responses: { 200: { description: "Taken." } },
  });

const WEBHOOKS = [
  row("a webhook added", {}, sent(object({ a: string })), "minor", "major"),
  row(
    "a webhook's property added",
    sent(object({ a: string })),
    sent(object({ a: string, b: string })),
    "minor",
    "major",
  ),
  row(
    "a webhook's property may be missing",
    sent(object({ a: string }, { required: ["a"] })),
    sent(object({ a: string })),
    "major",
    "minor",
  ),
  row(
    "a webhook's enum grows",
    sent(object({ a: { enum: ["x"] } })),
    sent(object({ a: { enum: ["x", "y"] } })),
    "major",
    "minor",
  ),
  row("a webhook's body may be missing", sent(string), sent(string, { required: false }), "major", "minor"),
  row("a callback added", {}, callback(object({ a: string })), "minor", "major"),
  row(
    "a callback's property added",
    callback(object({ a: string })),
    callback(object({ a: string, b: string })),
    "minor",
    "major",
  ),
];

function callback(schema: unknown): Parts {
  const post = { requestBody: { content: json(schema) }, responses: { 200: { description: "Taken." } } };
  return { operation: { callbacks: { done: { "{$request.body#/url}": { post } } } } };
}

const pets = (mapping?: JsonObject, property = "kind"): Parts => ({
  response: {
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
    discriminator: { propertyName: property, ...(mapping ? { mapping } : {}) },
  },
  schemas: { Cat: pet("meow"), Dog: pet("bark") },
});

function pet(name: string): JsonObject {
  return object({ kind: string, type: string, [name]: string }, { required: ["kind", name] });
}

const VERSIONS = [
  row("a discriminator's property", pets(), pets(undefined, "type"), "major", "major"),
  row(
    "a discriminator's mapping exchanged",
    pets({ c: "#/components/schemas/Cat", d: "Dog" }),
    pets({ d: "#/components/schemas/Cat", c: "Dog" }),
    "major",
    "major",
  ),
  row("a discriminator's mapping spelt out", pets(), pets({ Cat: "Cat", Dog: "Dog" }), "patch", "patch"),
  row(
    "nullable of 3.0 in the words of 3.1",
    { openapi: "3.0.3", response: object({ a: { type: "string", nullable: true } }) },
    { response: object({ a: { type: ["string", "null"] } }) },
    "patch",
    "patch",
  ),
  row(
    "an exclusive bound of 3.0 in the words of 3.1",
    { openapi: "3.0.3", request: object({ a: { type: "number", minimum: 1, exclusiveMinimum: true } }) },
    { request: object({ a: { type: "number", exclusiveMinimum: 1 } }) },
    "patch",
    "patch",
  ),
  row(
    "a nullable reference of 3.0",
    {
      openapi: "3.0.3",
      response: object({ a: { nullable: true, allOf: [{ $ref: "#/components/schemas/T" }] } }),
      schemas: { T: string },
    },
    {
      response: object({ a: { oneOf: [{ $ref: "#/components/schemas/T" }, { type: "null" }] } }),
      schemas: { T: string },
    },
    "patch",
    "patch",
  ),
  row(
    "base64 of 3.0",
    { openapi: "3.0.3", request: object({ a: { type: "string", format: "byte" } }) },
    { request: object({ a: { type: "string", contentEncoding: "base64" } }) },
    "patch",
    "patch",
  ),
  row(
    "a recursive schema, unchanged",
    tree(string),
    tree({ type: "string", description: "D" }),
    "patch",
    "patch",
  ),
  row("a recursive schema, changed inside", tree(string), tree({ type: "integer" }), "major", "major"),
  row("an unused component", {}, { schemas: { Unused: string } }, "patch", "patch"),
  row("an extension", {}, { operation: { "x-owner": "me" } }, "patch", "patch"),
];

function tree(name: unknown): Parts {
  const node = object({ name, children: { type: "array", items: { $ref: "#/components/schemas/Node" } } });
  return { response: { $ref: "#/components/schemas/Node" }, schemas: { Node: node } };
}

/** Changes outside the schemas, and of what a reader or a caller expects of properties. */
export const CONTRACT_CASES: Readonly<Record<string, readonly Case[]>> = {
  parameters: PARAMETERS,
  "paths and servers": PATHS,
  "request bodies": BODIES,
  properties: PROPERTIES,
  responses: RESPONSES,
  security: SECURITY,
  "webhooks and callbacks": WEBHOOKS,
  "discriminators, versions and references": VERSIONS,
};
