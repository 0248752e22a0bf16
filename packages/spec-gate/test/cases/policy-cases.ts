import type { policies } from "../../src/policies.ts";
import { json, object, type Parts } from "../api.ts";

const string = { type: "string" };
const parameter = (schema: unknown): Parts => ({ parameters: [{ name: "q", in: "query", schema }] });
const responses = (map: Record<string, unknown>): Parts => ({ operation: { responses: map } });
const ok = { description: "Done.", content: json(string) };
const problem = {
  description: "Failed.",
  content: { "application/problem+json": { schema: object({ title: string }) } },
};
const inResponse = (schema: unknown): Parts => ({ response: object({ a: schema }) });
const inRequest = (schema: unknown): Parts => ({ request: object({ a: schema }) });
const secured = (name: string, security: unknown): Parts => ({
  components: { securitySchemes: { [name]: { type: "http", scheme: "bearer" } } },
  root: { security },
});
const at = (path: string, name: string, more = {}): Parts => ({
  paths: {
    [path]: {
      get: {
        ...more,
        parameters: [{ name, in: "path", required: true, schema: string }],
        responses: { 200: ok },
      },
    },
  },
});
const required = (name: string, pattern = "") =>
  object({ [name]: pattern ? { type: "string", pattern } : string }, { required: [name] });
const overlapping = [object({ a: string }), object({ a: string, b: string })];
const variants = (kinds: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => ({
    anyOf: kinds.map((kind) => object({ [`p${index}`]: { const: kind } })),
  }));

const closed = { additionalProperties: false };
const file = { type: "string", format: "binary" };
const form = (part: unknown): Parts => ({
  operation: { requestBody: { content: { "multipart/form-data": { schema: object({ part }) } } } },
});
const parent = { $ref: "#/components/schemas/Parent" };
const parentOf = (...children: readonly string[]): Parts => ({
  response: parent,
  schemas: {
    Parent: object({ type: string }, { discriminator: { propertyName: "type" } }),
    ...Object.fromEntries(children.map((name) => [name, { allOf: [parent] }])),
  },
});

/** A change for each policy. */
export const policyCases: Readonly<Record<(typeof policies)[number][0], readonly [Parts, Parts]>> = {
  "operationId renamed or removed": [
    { operation: { operationId: "a" } },
    { operation: { operationId: "b" } },
  ],
  "path parameter renamed": [at("/t/{thingId}", "thingId"), at("/t/{id}", "id")],
  "slash at the end of a path": [at("/t/{id}", "id"), at("/t/{id}/", "id")],
  "deprecated operation, parameter or property removed": [
    at("/t/{id}", "id", { deprecated: true }),
    { paths: {} },
  ],
  "marked as deprecated": [{}, { operation: { deprecated: true } }],
  "value added to a closed enum of a response": [
    inResponse({ enum: ["x"] }),
    inResponse({ enum: ["x", "y"] }),
  ],
  "value removed from `x-extensible-enum` of a request": [
    inRequest({ type: "string", "x-extensible-enum": ["x", "y"] }),
    inRequest({ type: "string", "x-extensible-enum": ["x"] }),
  ],
  "value added to `x-extensible-enum`, or removed from that of a response": [
    inResponse({ type: "string", "x-extensible-enum": ["x"] }),
    inResponse({ type: "string", "x-extensible-enum": ["x", "y"] }),
  ],
  "closed enum of a response turned into an open one": [
    inResponse({ type: "string", enum: ["x"] }),
    inResponse(string),
  ],
  "pattern, format or bound of a response loosened or removed": [
    inResponse({ type: "string", pattern: "^a" }),
    inResponse(string),
  ],
  "pattern of a request replaced by a wider one": [
    inRequest({ type: "string", pattern: "^[a-f]+$" }),
    inRequest({ type: "string", pattern: "^[a-z]+$" }),
  ],
  "optional property of a response removed": [
    { response: object({ a: string, b: string }) },
    { response: object({ a: string }) },
  ],
  "required property of a response became optional": [
    { response: object({ a: string }, { required: ["a"] }) },
    { response: object({ a: string }) },
  ],
  "property added to a response": [
    { response: object({ a: string }) },
    { response: object({ a: string, b: string }) },
  ],
  "property added to a response that `additionalProperties: false` closes": [
    { response: object({ a: string }, { additionalProperties: false }) },
    { response: object({ a: string, b: string }, { additionalProperties: false }) },
  ],
  "optional property of a request removed": [
    { request: object({ a: string, b: string }) },
    { request: object({ a: string }) },
  ],
  "object of a request closed": [
    { request: object({ a: string }) },
    { request: object({ a: string }, { additionalProperties: false }) },
  ],
  "default of an optional parameter or request property changed or removed": [
    parameter({ type: "string", default: "x" }),
    parameter({ type: "string", default: "y" }),
  ],
  "default documented where there was none": [parameter(string), parameter({ type: "string", default: "y" })],
  "default in a response changed": [
    inResponse({ type: "string", default: "x" }),
    inResponse({ type: "string", default: "y" }),
  ],
  "type of a parameter changed, and every text that was accepted still is": [
    parameter({ type: "integer" }),
    parameter(string),
  ],
  "type of a response header changed, and every text that may be sent could be sent before": [
    responses({ 200: { ...ok, headers: { "X-A": { schema: string } } } }),
    responses({ 200: { ...ok, headers: { "X-A": { schema: { type: "integer" } } } } }),
  ],
  "query parameter turned into an exploded list of the same values": [
    parameter(string),
    parameter({ type: "array", items: string }),
  ],
  "query parameter turned into a list in one text": [
    parameter(string),
    { parameters: [{ name: "q", in: "query", explode: false, schema: { type: "array", items: string } }] },
  ],
  "error response (4xx, 5xx, default next to successes) removed": [
    responses({ 200: ok, 404: problem }),
    responses({ 200: ok }),
  ],
  "error response added": [responses({ 200: ok }), responses({ 200: ok, 404: problem })],
  "success status added beside the old one": [responses({ 200: ok }), responses({ 200: ok, 202: ok })],
  "status covered by `default` or a range now spelled out with a different body": [
    responses({ 200: ok, default: problem }),
    responses({ 200: ok, 404: ok, default: problem }),
  ],
  "optional header or media type of `default` not in a status now spelled out": [
    responses({ 200: ok, default: { ...problem, headers: { Allow: { schema: string } } } }),
    responses({ 200: ok, 404: problem, default: { ...problem, headers: { Allow: { schema: string } } } }),
  ],
  "media type of a response added": [
    responses({ 200: ok }),
    responses({ 200: { ...ok, content: { ...ok.content, "text/csv": {} } } }),
  ],
  "response header removed": [
    responses({ 200: { ...ok, headers: { "X-A": { schema: string } } } }),
    responses({ 200: ok }),
  ],
  "server removed, or default of its variable changed": [
    { root: { servers: [{ url: "https://{h}", variables: { h: { default: "a.test" } } }] } },
    { root: { servers: [{ url: "https://{h}", variables: { h: { default: "b.test" } } }] } },
  ],
  "operation made public": [secured("bearer", [{ bearer: [] }]), secured("bearer", [])],
  "security scheme renamed": [secured("bearer", [{ bearer: [] }]), secured("token", [{ token: [] }])],
  "`anyOf` of a request turned into `oneOf`": [
    { request: { anyOf: overlapping } },
    { request: { oneOf: overlapping } },
  ],
  "variant added to a request": [
    { request: { oneOf: [required("a")] } },
    { request: { oneOf: [required("a"), required("b")] } },
  ],
  "variant added to `oneOf` of a request that may overlap another one": [
    { request: { oneOf: [required("a", "^x"), required("b")] } },
    { request: { oneOf: [required("a", "^x"), required("b"), required("a", "y$")] } },
  ],
  "variant removed from a response": [
    { response: { oneOf: [required("a"), required("b")] } },
    { response: { oneOf: [required("a")] } },
  ],
  "variant added to a response": [
    { response: { oneOf: [required("a"), required("b")] } },
    { response: { oneOf: [required("a"), required("b"), required("c")] } },
  ],
  "typed property added to an open object of a request": [
    { request: object({ a: string }, { additionalProperties: true }) },
    { request: object({ a: string, b: string }, { additionalProperties: true }) },
  ],
  "link changed": [
    responses({ 200: { ...ok, links: { self: { operationId: "changeThing" } } } }),
    responses({ 200: { ...ok, links: { self: { operationId: "readThing" } } } }),
  ],
  "type added to a schema that had only keywords of that type": [
    { request: { properties: { a: string } } },
    { request: object({ a: string }) },
  ],
  "discriminator removed": [
    {
      response: {
        ...object({ kind: string }, { required: ["kind"] }),
        discriminator: { propertyName: "kind" },
      },
    },
    { response: object({ kind: string }, { required: ["kind"] }) },
  ],
  "link removed": [
    responses({ 200: { ...ok, links: { self: { operationId: "changeThing" } } } }),
    responses({ 200: ok }),
  ],
  "too many alternatives to compare": [
    inRequest({ allOf: variants(["a", "b", "c"], 7) }),
    inRequest({ allOf: variants(["a", "b", "d"], 7) }),
  ],
  "alternative of a request narrowed beside one that accepts any value": [
    { request: { anyOf: [{ enum: ["a", "b"] }, {}] } },
    { request: { anyOf: [{ enum: ["a"] }, {}] } },
  ],
  "3.0 union with a member that is only `nullable: true`": [
    { openapi: "3.0.3", response: { anyOf: [string, { nullable: true }] } },
    { openapi: "3.0.3", response: { ...string, nullable: true } },
  ],
  "null spelt beside a reference or a list of values": [
    { openapi: "3.0.3", ...inResponse({ type: "string", enum: ["x"], nullable: true }) },
    inResponse({ type: ["string", "null"], enum: ["x", null] }),
  ],
  "property that a closed part of `allOf` forbids and another part declares": [
    { response: { allOf: [object({ a: string }, closed), object({ b: string }, closed)] } },
    { response: { allOf: [object({ a: string }, closed), object({ b: { type: "number" } }, closed)] } },
  ],
  "child added to a parent with a discriminator": [parentOf("Cat"), parentOf("Cat", "Dog")],
  "file of a form turned into a list of files": [form(file), form({ type: "array", items: file })],
  "null removed from a parameter or header": [parameter({ type: ["string", "null"] }), parameter(string)],
  "`format: binary` turned into `contentMediaType`": [
    { request: { ...string, format: "binary" } },
    { request: { ...string, contentMediaType: "application/octet-stream" } },
  ],
};
