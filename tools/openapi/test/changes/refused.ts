import {
  added,
  type Change,
  described,
  errors,
  field,
  json,
  object,
  operation,
  parameter,
  put,
  refer,
  text,
} from "./change.ts";

const body = (mediaType: string) => ({ requestBody: { content: { [mediaType]: { schema: text } } } });
const status = (name: string, response: object = described) => ({
  responses: { [name]: response, ...errors },
});
const success = (mediaType: string) =>
  status("200", { ...described, content: { [mediaType]: { schema: text } } });
const id = { name: "id", in: "path", required: true, ...described, schema: text };
const got = (where: string, parameters: readonly object[] = [id]) =>
  put(["paths", where], { get: operation("getThing", { parameters }) });
const strings = { type: "array", items: text };
const goes = { deprecated: true, "x-deprecated-since": "2026-05-01" };
const scheme = ["components", "securitySchemes"];
const named = (name: string) => field(Object.fromEntries([[name, text]]));
const schema = (name: string, value: object) => put(["components", "schemas", name], value);

/** Changes that are refused by what to do instead: the change, and the line. */
export const refused: Readonly<Record<string, Readonly<Record<string, readonly [Change, line: string]>>>> = {
  "use application/json": {
    "an upload": [added(body("multipart/form-data")), "multipart/form-data:"],
    "bytes in a request": [added(body("application/octet-stream")), "application/octet-stream:"],
    "any media type": [added(success("*/*")), "'*/*':"],
  },
  "use application/problem+json": {
    "an error of another shape": [added(status("402", json(text))), "application/json:"],
  },
  "use 200, 201, 202, 204, the status of an error, or default": {
    "a redirect": [added(status("303")), "'303':"],
    "an interim response": [added(status("103")), "'103':"],
    "a range of statuses": [added(status("2XX")), "2XX:"],
  },
  "give all the same schema, or none": {
    "successes of two shapes": [
      added({ responses: { "200": json(text), "202": json(object({ job: text })), ...errors } }),
      "responses:",
    ],
    "a success with a body, and one without": [
      added({ responses: { "200": json(text), "204": described, ...errors } }),
      "responses:",
    ],
  },
  "add it": {
    "a path without its parameter": [got("/a/{id}", []), "parameters: []"],
    "an error without a body": [added(status("402")), "'402':"],
    "no limit of bodies": [put(["x-max-body-bytes"], undefined), "openapi: 3.1.0"],
    "no operationId": [added({ operationId: undefined }), "post:"],
    "no tag": [added({ tags: undefined }), "post:"],
    "no license name": [put(["info", "license"], {}), "license: {}"],
  },
  "use a schema that is a scalar, or leave it out": {
    "a body of 204": [added(status("204", json(text))), "content:"],
    "JSON in the query": [parameter("where", text, { content: {} }), "content: {}"],
  },
  "use parameters, or another method": {
    "a body of GET": [added(body("application/json"), "get"), "requestBody:"],
  },
  "leave it out, as HEAD works wherever GET does": { HEAD: [added({}, "head"), "head:"] },
  "use another method": {
    OPTIONS: [added({}, "options"), "options:"],
  },
  "use the path, the query or a header field": {
    "a cookie": [parameter("session", text, { in: "cookie" }), "in: cookie"],
  },
  "use a string, a number, a boolean, or a list of them": {
    "an object in the query": [parameter("filter", object({ a: text })), "type: object"],
    "a record in the query": [parameter("like", refer("Computer")), "$ref: '#/components/schemas/Computer'"],
    "null in the query": [parameter("filter", { ...text, type: ["string", "null"] }), "type:"],
  },
  "use a string, a number or a boolean": {
    "a list in a header field": [parameter("X-Ids", strings, { in: "header" }), "type: array"],
    "a list of lists in the query": [parameter("ids", { type: "array", items: strings }), "type: array"],
  },
  "leave it out, as a list is sent as a=1&a=2": {
    "a list with commas": [parameter("ids", strings, { explode: false }), "explode: false"],
    "a parameter with dots": [parameter("a", text, { style: "deepObject" }), "style: deepObject"],
  },
  "use letters, digits and _, begin with a letter, and avoid names that every object has": {
    "a parameter with brackets": [parameter("page[size]", text), "name: page[size]"],
    "a parameter that every object has": [parameter("constructor", text), "name: constructor"],
    "a property with a hyphen": [field({ "a-b": text }), "a-b:"],
    "a property of promises": [named("then"), "then:"],
    "a property in another script": [named("größe"), "größe:"],
  },
  "begin with a capital, use letters, digits and -, and avoid what HTTP or `security` sets": {
    "a header field that HTTP sets": [
      parameter("Content-Type", text, { in: "header" }),
      "name: Content-Type",
    ],
    "a small header field": [parameter("x-tenant", text, { in: "header" }), "name: x-tenant"],
  },
  "use letters and digits, begin with a small letter, and avoid names that every object has": {
    "an operationId with a hyphen": [added({ operationId: "add-thing" }), "operationId: add-thing"],
    "an operationId that makes a promise": [added({ operationId: "then" }), "operationId: then"],
  },
  "use letters, digits and _, and begin with a capital": {
    "a tag that ends a comment": [put(["tags", "0", "name"], "a */ b"), "name: a */ b"],
    "a schema with a small letter": [schema("thing", text), "thing:"],
  },
  "use one tag": { "two tags": [added({ tags: ["Computers", "Things"] }), "tags:"] },
  "write true": {
    "an optional path parameter": [got("/a/{id}", [{ ...id, required: false }]), "required: false"],
  },
  "write / and segments, each either letters, digits and -._~ or one {name}": {
    "two parameters in a segment": [got("/a/{id}.{id}"), "/a/{id}.{id}:"],
    "a verb after a colon": [got("/a/{id}:restart"), "/a/{id}:restart:"],
    "a slash at the end": [got("/a/", []), "/a/:"],
    "a segment of dots": [got("/a/../b", []), "/a/../b:"],
  },
  "use a bearer token": {
    "an API key": [put([...scheme, "bearerAuth", "type"], "apiKey"), "type: apiKey"],
    "HTTP Basic": [put([...scheme, "bearerAuth", "scheme"], "basic"), "scheme: basic"],
  },
  "use one scheme": {
    "two schemes": [put([...scheme, "other"], { type: "http", scheme: "bearer" }), "securitySchemes:"],
  },
  "use one scheme, or `security: []`": {
    "optional security": [added({ security: [{}, { bearerAuth: [] }] }), "security:"],
    "two schemes at once": [added({ security: [{ bearerAuth: [], other: [] }] }), "bearerAuth: []"],
  },
  "leave out the scopes": { scopes: [added({ security: [{ bearerAuth: ["write"] }] }), "bearerAuth:"] },
  "describe an operation to poll": {
    callbacks: [added({ callbacks: {} }), "callbacks: {}"],
    webhooks: [put(["webhooks"], {}), "webhooks: {}"],
  },
  "leave it out": {
    links: [added(status("201", { ...described, links: {} })), "links: {}"],
    "an unknown extension": [added({ "x-internal": true }), "x-internal: true"],
    "bounds beside a reference": [
      field({ extra: { ...refer("Computer"), minProperties: 1 } }),
      "minProperties: 1",
    ],
    "integers beyond JavaScript's": [field({ extra: { type: "integer", format: "int64" } }), "format: int64"],
    "a length of an integer": [field({ extra: { type: "integer", maxLength: 5 } }), "maxLength: 5"],
    "request bodies in components": [put(["components", "requestBodies"], {}), "requestBodies: {}"],
  },
  "write it here": {
    "a path elsewhere": [put(["paths", "/a"], { $ref: "./a.yaml" }), "$ref: ./a.yaml"],
    "a success in components": [
      added(status("200", { $ref: "#/components/responses/Fine" })),
      "$ref: '#/components/responses/Fine'",
    ],
  },
  "write #/components/schemas/ and a name": {
    "a schema in another file": [field({ extra: { $ref: "./a.yaml#/A" } }), "$ref: ./a.yaml#/A"],
    "a part of a schema": [
      field({ extra: { $ref: "#/components/schemas/Computer/properties/id" } }),
      "$ref: '#/components/schemas/Computer/properties/id'",
    ],
  },
  "correct it": {
    "a path parameter of no path": [got("/a"), "name: id"],
    "a reference to nothing": [field({ extra: refer("A") }), "$ref: '#/components/schemas/A'"],
  },
  "refer to its target": {
    "a reference to itself": [schema("A", refer("A")), "$ref: '#/components/schemas/A'"],
  },
  'use one type, a type and "null", or constants': {
    alternatives: [
      schema("A", { oneOf: [refer("Computer"), refer("Problem")], discriminator: {} }),
      "oneOf:",
    ],
  },
  'use one type, a type and "null", or an `enum`': {
    anyOf: [field({ extra: { anyOf: [refer("Computer"), { type: "null" }] } }), "anyOf:"],
  },
  "write the properties of all parts in one object": {
    allOf: [schema("A", { allOf: [refer("Computer")] }), "allOf:"],
  },
  "describe what is allowed": { not: [field({ extra: { not: text } }), "not:"] },
  'give it one `type`, or one and "null"': {
    "two types": [field({ extra: { type: ["string", "integer"] } }), "type:"],
    "no type": [field({ extra: described }), "extra:"],
  },
  'write `type: [..., "null"]`': {
    nullable: [field({ extra: { ...text, nullable: true } }), "nullable: true"],
  },
  "write `examples: [...]`": { "one example": [field({ extra: { ...text, example: "a" } }), "example: a"] },
  "write `example`": { "several examples": [parameter("a", text, { examples: {} }), "examples: {}"] },
  "use an object": { tuples: [field({ extra: { ...strings, prefixItems: [text] } }), "prefixItems:"] },
  "use `additionalProperties` and `propertyNames`": {
    "names by pattern": [field({ extra: object({}, { patternProperties: {} }) }), "patternProperties: {}"],
  },
  "use an integer": {
    "steps of a number": [field({ extra: { type: "number", multipleOf: 0.01 } }), "multipleOf: 0.01"],
  },
  "use uuid, uri, uri-reference, date-time, date, email, or a pattern": {
    "a format that nothing checks": [field({ extra: { ...text, format: "datetime" } }), "format: datetime"],
  },
  "write a whole number from 0": {
    "a bound as text": [field({ extra: { ...text, maxLength: "5" } }), "maxLength: '5'"],
  },
  "write text": { "a version that is a number": [put(["info", "version"], 1), "version: 1"] },
  "write an ECMA-262 regular expression": {
    "a pattern of another language": [
      field({ extra: { ...text, pattern: "(?P<a>b)" } }),
      "pattern: (?P<a>b)",
    ],
  },
  "write a list": { "one tag as text": [added({ tags: "Computers" }), "tags: Computers"] },
  "write an object": { "an operation as text": [put(["paths", "/a"], { get: "a" }), "get: a"] },
  "write the description in OpenAPI 3.1": {
    "OpenAPI 3.0": [put(["openapi"], "3.0.3"), "openapi: 3.0.3"],
  },
  "add one": { "no operation": [put(["paths"], {}), "paths: {}"] },
  "add the 2xx response that its callers get": {
    "a default, but no success": [added({ responses: { default: errors.default } }), "post:"],
  },
  "add one, as the fake sends it": {
    "a success without an example": [added(status("200", json(object({})))), "'200':"],
  },
  "write the same": {
    "a limit of bodies alone": [
      put(["x-max-body-bytes"], 1_048_576),
      "detail: The request body must not exceed 65536 bytes.",
    ],
  },
  "describe them as one": { "a path twice": [got("/api/v0/computers/{id}"), "/api/v0/computers/{id}:"] },
  "rename the schema, the operationId or the tag that it comes from": {
    "a schema with a name of the client": [schema("ApiError", object({})), "ApiError:"],
    "a schema with a name of TypeScript": [schema("Record", object({})), "Record:"],
  },
  "rename it": {
    "a parameter named like an option of a call": [parameter("timeoutMs", text), "name: timeoutMs"],
    "a parameter named like an option of the client": [parameter("token", text), "name: token"],
    "a header field named like an optional body": [parameter("Body", text, { in: "header" }), "name: Body"],
    "a tag that makes a promise of the client": [added({ tags: ["Then"] }), "tags:"],
    "an operation that makes a promise of its resource": [
      added({ operationId: "thenComputers" }),
      "operationId: thenComputers",
    ],
    "a schema with the name of a type of an operation": [
      schema("ListComputersOptions", object({})),
      "ListComputersOptions:",
    ],
  },
  "remove it": {
    "a header field that fetch sets": [parameter("Host", text, { in: "header" }), "name: Host"],
  },
  "add `deprecated: true`": {
    "a sunset of an operation that stays": [added({ "x-sunset": "2027-06-01" }), "x-sunset: '2027-06-01'"],
  },
  "write a date, such as 2027-06-01": {
    "a sunset on no day": [added({ ...goes, "x-sunset": "2027-02-30" }), "x-sunset: 2027-02-30"],
  },
  "write a later date": {
    "a sunset before its notice": [added({ ...goes, "x-sunset": "2026-04-30" }), "x-sunset: '2026-04-30'"],
  },
  "make them the same": {
    "two problems of one type": [
      put(["components", "examples", "problemNameTaken", "value", "type"], "/problems/host-taken"),
      "problemHostTaken:",
    ],
  },
  "rename the schema ComputerUpdateWritable": {
    "a schema with the name of a view": [
      (spec) => {
        spec.components.schemas.ComputerUpdate.properties.name.readOnly = true;
        spec.components.schemas.ComputerUpdateWritable = object({});
      },
      "ComputerUpdateWritable:",
    ],
  },
  "add it to components.securitySchemes": {
    "a scheme that is not declared": [added({ security: [{ other: [] }] }), "other: []"],
  },
  "rename one": {
    "a parameter twice": [parameter("hostId", text), "name: hostId"],
    "an operationId twice": [added({ operationId: "listComputers" }), "operationId: listComputers"],
    "a name twice in a path": [got("/a/{id}/{id}"), "/a/{id}/{id}:"],
    "a method twice": [added({ operationId: "list" }), "operationId: list"],
    "a header field named like a query parameter": [
      parameter("Host-Id", text, { in: "header" }),
      "name: Host-Id",
    ],
  },
  "correct the value, or the schema": {
    "a value of another type": [field({ extra: { ...text, enum: [1] } }), "1"],
    "a constant of another type": [field({ extra: { ...text, const: 1 } }), "const: 1"],
    "an example that breaks its schema": [
      put(["components", "examples", "computerActive", "value", "hostId"], "mine"),
      "hostId: mine",
    ],
    "a default that breaks its schema": [
      parameter("limit", { type: "integer", default: "many" }),
      "default: many",
    ],
  },
};
