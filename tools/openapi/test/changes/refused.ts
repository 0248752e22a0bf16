import {
  added,
  type Change,
  type Draft,
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
const id = { name: "id", in: "path", required: true, ...described, schema: text, example: "a" };
const got = (where: string, parameters: readonly object[] = [id]) =>
  put(["paths", where], { get: operation("getThing", { parameters }) });
const strings = { type: "array", items: text };
const onPath = (method: string) => put(["paths", "/api/v0/computers", method], {});
const example = (name: string, value: object) => put(["components", "examples", name], value);
const goes = { deprecated: true, "x-deprecated-since": "2026-05-01" };
const scheme = ["components", "securitySchemes"];
const named = (name: string) => field(Object.fromEntries([[name, text]]));
const schema = (name: string, value: object) => put(["components", "schemas", name], value);
const computer = json(refer("Computer"));
const nameTaken = ["components", "examples", "problemNameTaken"];
const otherProblem = {
  ...described,
  content: { "application/problem+json": { schema: refer("Computer"), example: {} } },
};
const withoutProblem: Change = (spec) => {
  spec.components = { securitySchemes: spec.components.securitySchemes };
  spec.paths = { "/a": { get: operation("getThing", { responses: { "204": described } }) } };
};

const problemTypes = (spec: Draft) => spec.components.schemas.Problem.properties.type["x-extensible-enum"];
const shown = ["content", "application/problem+json", "examples"];
const moved =
  (from: string, to: string): Change =>
  ({ paths }) => {
    const { responses } = paths["/api/v0/computers/{computerId}"].patch;
    responses[to] = responses[from];
    delete responses[from];
  };

/** Changes that are refused, by what to do instead, each with the line that is refused. */
export const refused: Readonly<Record<string, readonly (readonly [Change, line: string])[]>> = {
  "use application/json": [[added(body("multipart/form-data")), "multipart/form-data:"]],
  "name it in components.schemas, and refer to it": [[added(status("200", json(object({})))), "schema:"]],
  "use application/problem+json": [[added(status("402", json(text))), "application/json:"]],
  "refer to Problem, which all errors have": [[added(status("402", otherProblem)), "schema:"]],
  "describe it in components.schemas": [[withoutProblem, "components:"]],
  "use 200, 201, 202, 204, the status of an error, or default": [
    [added(status("303")), "'303':"],
    [added(status("2XX")), "2XX:"],
  ],
  "give all the same schema, or none": [
    [added({ responses: { "200": computer, "202": json(refer("Problem")), ...errors } }), "responses:"],
    [added({ responses: { "200": computer, "204": described, ...errors } }), "responses:"],
  ],
  "add it": [
    [parameter("a", text, { example: undefined }), "name: a"],
    [got("/a/{id}", []), "parameters: []"],
    [added(status("402")), "'402':"],
    [added({ tags: undefined }), "post:"],
  ],
  "use a schema that is a scalar, or leave it out": [
    [added(status("204", json(text))), "content:"],
    [parameter("filter", text, { content: {} }), "content: {}"],
  ],
  "use parameters, or another method": [[added(body("application/json"), "get"), "requestBody:"]],
  "use the path, the query or a header field": [[parameter("session", text, { in: "cookie" }), "in: cookie"]],
  "use a string, a number, a boolean, or a list of them": [
    [parameter("filter", object({ a: text })), "type: object"],
    [parameter("like", refer("Computer")), "$ref: '#/components/schemas/Computer'"],
    [parameter("filter", { ...text, type: ["string", "null"] }), "type:"],
  ],
  "use a string, a number or a boolean": [
    [parameter("X-Ids", strings, { in: "header" }), "type: array"],
    [parameter("ids", { type: "array", items: strings }), "type: array"],
  ],
  "leave it out, as a list is sent as a=1&a=2": [
    [parameter("ids", strings, { explode: false }), "explode: false"],
    [parameter("ids", strings, { style: "pipeDelimited" }), "style: pipeDelimited"],
  ],
  "use letters, digits and _, begin with a letter, and avoid names that every object has": [
    [parameter("page[size]", text), "name: page[size]"],
    [named("then"), "then:"],
    [named("größe"), "größe:"],
  ],
  "begin with a capital letter, use letters, digits and -, and avoid what HTTP or `security` sets": [
    [parameter("Content-Type", text, { in: "header" }), "name: Content-Type"],
    [parameter("AUTHORIZATION", text, { in: "header" }), "name: AUTHORIZATION"],
    [parameter("Host", text, { in: "header" }), "name: Host"],
    [parameter("x-tenant", text, { in: "header" }), "name: x-tenant"],
  ],
  "use letters and digits, begin with a lower-case letter, and avoid names that every object has": [
    [added({ operationId: "add-thing" }), "operationId: add-thing"],
    [added({ operationId: "then" }), "operationId: then"],
  ],
  "use letters, digits and _, and begin with a capital letter": [
    [put(["tags", "0", "name"], "a */ b"), "name: a */ b"],
  ],
  "use one tag": [[added({ tags: ["Computers", "Things"] }), "tags:"]],
  "add it to `tags`": [[added({ tags: ["Things"] }), "tags:"]],
  "write true or false": [
    [field({ extra: object({ a: text }, { additionalProperties: "some" }) }), "additionalProperties: some"],
  ],
  "write a whole number from 1, or leave it out": [
    [field({ extra: { ...text, minLength: 0 } }), "minLength: 0"],
  ],
  "write true": [[got("/a/{id}", [{ ...id, required: false }]), "required: false"]],
  "write / and segments, each either letters, digits and -._~ or one {name}": [
    [got("/a/{id}:restart"), "/a/{id}:restart:"],
    [got("/a/../b", []), "/a/../b:"],
  ],
  "use a bearer token": [[put([...scheme, "bearerAuth", "type"], "apiKey"), "type: apiKey"]],
  "use one scheme": [[put([...scheme, "other"], { type: "http", scheme: "bearer" }), "securitySchemes:"]],
  "use one scheme, or `security: []`": [[added({ security: [{}, { bearerAuth: [] }] }), "security:"]],
  "leave out the scopes": [[added({ security: [{ bearerAuth: ["write"] }] }), "bearerAuth:"]],
  "describe an operation to poll": [
    [put(["webhooks"], {}), "webhooks: {}"],
    [added({ callbacks: {} }), "callbacks: {}"],
  ],
  "leave it out, as HEAD works wherever GET does": [[onPath("head"), "head: {}"]],
  "use another method": [
    [onPath("options"), "options: {}"],
    [onPath("trace"), "trace: {}"],
  ],
  "leave it out": [
    [added({ "x-internal": true }), "x-internal: true"],
    [put(["components", "responses", "InvalidQuery", "links"], {}), "links: {}"],
  ],
  "say it in the description": [
    [field({ extra: { ...strings, uniqueItems: true } }), "uniqueItems: true"],
    [field({ extra: { type: "integer", exclusiveMinimum: 5 } }), "exclusiveMinimum: 5"],
    [field({ extra: { type: "number", multipleOf: 0.5 } }), "multipleOf: 0.5"],
  ],
  "write a schema with it, and refer to that": [
    [field({ extra: { ...refer("Computer"), type: ["object", "null"] } }), "type:"],
    [field({ extra: { ...refer("Computer"), minProperties: 1 } }), "minProperties: 1"],
  ],
  "describe what is allowed": [[field({ extra: { ...text, not: { const: "a" } } }), "not:"]],
  'write `type: [..., "null"]`': [[field({ extra: { ...text, nullable: true } }), "nullable: true"]],
  "write `examples: [...]`": [[field({ extra: { ...text, example: "a" } }), "example: a"]],
  "write `example`": [[parameter("size", text, { examples: {} }), "examples: {}"]],
  "write `value`": [[example("a", { externalValue: "a.json" }), "externalValue: a.json"]],
  "use an object": [[field({ extra: { ...strings, prefixItems: [text] } }), "prefixItems:"]],
  "use `additionalProperties`": [
    [field({ extra: object({ a: text }, { patternProperties: {} }) }), "patternProperties: {}"],
  ],
  "add a value": [
    [field({ extra: { ...text, enum: [] } }), "enum: []"],
    [field({ extra: { ...text, "x-extensible-enum": [] } }), "x-extensible-enum: []"],
  ],
  "write a schema with a `type`": [[field({ extra: "text" }), "extra: text"]],
  "use letters, digits, _ and -, and begin with a letter": [[example("1st", { value: 1 }), "1st:"]],
  "name all properties, or allow any, but not both": [
    [field({ extra: object({ a: text }, { additionalProperties: text }) }), "properties:"],
  ],
  "leave it out; JavaScript rounds numbers beyond 2^53, so use a string there": [
    [field({ extra: { type: "integer", format: "int64" } }), "format: int64"],
  ],
  "list them at the top": [[added({ servers: [{ url: "https://a.example" }] }), "servers:"]],
  "write it here": [[put(["paths", "/a"], { $ref: "./a.yaml" }), "$ref: ./a.yaml"]],
  "write #/components/schemas/ and a name": [
    [field({ extra: { $ref: "./a.yaml#/A" } }), "$ref: ./a.yaml#/A"],
    [field({ extra: { $ref: "#/components/schemas/A/items" } }), "$ref: '#/components/schemas/A/items'"],
  ],
  "correct it": [[got("/a"), "name: id"]],
  "refer to its target": [[schema("A", refer("A")), "$ref: '#/components/schemas/A'"]],
  "write one schema for what is sent and one for what is returned": [
    [field({ secret: { ...text, writeOnly: true } }, "Computer", "ComputerUpdate"), "writeOnly: true"],
    [field({ extra: { ...refer("Violation"), readOnly: true } }), "readOnly: true"],
    [parameter("after", { ...text, readOnly: false }), "readOnly: false"],
  ],
  "write one reference to what is never null, and null": [
    [field({ extra: { oneOf: [refer("Computer"), refer("Problem"), { type: "null" }] } }), "oneOf:"],
    [
      (spec) => {
        field({ extra: { anyOf: [refer("A"), { type: "null" }] } })(spec);
        schema("A", { type: ["string", "null"] })(spec);
      },
      "$ref: '#/components/schemas/A'",
    ],
  ],
  'use one type, one type or reference and "null", or an `enum`': [
    [
      field({ extra: { oneOf: [refer("Violation"), { type: "null" }], anyOf: [refer("Violation"), text] } }),
      "anyOf:",
    ],
  ],
  'use one type, one type or reference and "null", or constants': [
    [schema("A", { oneOf: [text, { type: "null" }] }), "oneOf:"],
    [schema("A", { oneOf: [refer("Computer"), refer("Problem")], discriminator: {} }), "oneOf:"],
  ],
  "write the properties of all parts in one object": [
    [schema("A", { allOf: [refer("Computer")] }), "allOf:"],
  ],
  'give it one `type`, or one and "null"': [
    [field({ extra: { type: ["string", "integer"] } }), "type:"],
    [field({ extra: described }), "extra:"],
  ],
  "use uuid, uri, uri-reference, date-time, date, email, or a pattern": [
    [field({ extra: { ...text, format: "datetime" } }), "format: datetime"],
  ],
  "write a whole number from 0": [[field({ extra: { ...text, maxLength: "5" } }), "maxLength: '5'"]],
  "write text": [[put(["info", "version"], 1), "version: 1"]],
  "write an ECMA-262 regular expression that excludes something": [
    [field({ extra: { ...text, pattern: "^.*$" } }), "pattern: ^.*$"],
    [field({ extra: { ...text, pattern: "(?P<a>b)" } }), "pattern: (?P<a>b)"],
  ],
  "write a number": [[field({ extra: { type: "number", minimum: Number.NaN } }), "minimum: .nan"]],
  "write JSON": [[field({ extra: { type: "number", default: Infinity } }), "default: .inf"]],
  "leave one out": [
    [field({ extra: { ...text, enum: ["a", "b", "a"] } }), "a"],
    [put(["components", "schemas", "ComputerList", "required"], ["computers", "computers"]), "computers"],
  ],
  "write a list": [[added({ tags: "Computers" }), "tags: Computers"]],
  "write an object": [[put(["paths", "/a"], { get: "a" }), "get: a"]],
  "write the description in OpenAPI 3.1": [[put(["openapi"], "3.0.3"), "openapi: 3.0.3"]],
  "add one": [[put(["paths"], {}), "paths: {}"]],
  "add the 2xx response that its callers get": [[added({ responses: { default: errors.default } }), "post:"]],
  "add one, as the docs and the fake show it": [
    [added(status("200", computer)), "'200':"],
    [added({ requestBody: computer }), "requestBody:"],
  ],
  "write the same": [
    [put(["x-max-body-bytes"], 1_048_576), "detail: The request body must not exceed 65536 bytes."],
  ],
  "describe them as one": [[got("/api/v0/computers/{id}"), "/api/v0/computers/{id}:"]],
  "rename the schema, the operationId or the tag that it comes from": [
    [schema("ApiError", object({})), "ApiError:"],
    [schema("ListComputersOptions", object({})), "ListComputersOptions:"],
    [schema("NonNullable", object({})), "NonNullable:"],
    [schema("TokenFunction", object({})), "TokenFunction:"],
  ],
  "rename one, or refer to one": [
    [
      (spec) => {
        const { content } = spec.paths["/api/v0/computers/{computerId}"].patch.requestBody;
        content["application/json"].examples.Rename = { value: { name: "other" } };
      },
      "value:",
    ],
  ],
  "rename it": [
    [parameter("timeoutMs", text), "name: timeoutMs"],
    [parameter("token", text), "name: token"],
    [parameter("Body", text, { in: "header" }), "name: Body"],
    [added({ tags: ["Then"] }), "tags:"],
    [added({ operationId: "thenComputers" }), "operationId: thenComputers"],
  ],
  "add `deprecated: true`": [[added({ "x-sunset": "2027-06-01" }), "x-sunset: '2027-06-01'"]],
  "leave it out, or write a schema for other operations": [
    [field({ note: { ...text, default: "a" } }, "ComputerUpdate"), "default: a"],
    [
      (spec) => {
        field({ inner: refer("A") }, "ComputerUpdate")(spec);
        schema("A", object({ words: { ...strings, items: { ...text, default: "b" } } }))(spec);
      },
      "default: b",
    ],
  ],
  "write a date, such as 2027-06-01": [
    [added({ ...goes, "x-sunset": "2027-02-30" }), "x-sunset: 2027-02-30"],
  ],
  "write a later date": [[added({ ...goes, "x-sunset": "2026-04-30" }), "x-sunset: '2026-04-30'"]],
  "make them the same": [[put([...nameTaken, "value", "type"], "/problems/host-taken"), "value:"]],
  "add it there": [[put([...nameTaken, "value", "type"], "/problems/quota"), "type: /problems/quota"]],
  "add an example": [
    [put([...nameTaken, "value", "type"], "/problems/host-taken"), "/problems/name-taken"],
    [(spec) => problemTypes(spec).push("/problems/quota"), "/problems/quota"],
    [put(["components", "responses", "OtherError", ...shown], {}), "/problems/expectation-failed"],
  ],
  "correct one": [
    [put([...nameTaken, "value", "status"], 422), "status: 422"],
    [moved("409", "422"), "status: 409"],
  ],
  "add it, as any request can get another error": [
    [added({ responses: { "204": described } }), "responses:"],
  ],
  "add it to components.securitySchemes": [[added({ security: [{ other: [] }] }), "other: []"]],
  "rename one": [
    [parameter("hostId", text), "name: hostId"],
    [added({ operationId: "listComputers" }), "operationId: listComputers"],
    [got("/a/{id}/{id}"), "/a/{id}/{id}:"],
    [added({ operationId: "list" }), "operationId: list"],
    [parameter("Host-Id", text, { in: "header" }), "name: Host-Id"],
  ],
  "correct the value, or the schema": [
    [field({ extra: { ...text, enum: [1] } }), "1"],
    [field({ extra: { ...text, const: 1 } }), "const: 1"],
    [put(["components", "examples", "computerActive", "value", "hostId"], "mine"), "hostId: mine"],
    [parameter("limit", { type: "integer", default: "many" }), "default: many"],
  ],
};
