import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { generatedSources } from "../src/generate/generated-sources.ts";
import { checkSupported, refusals } from "../src/generate/refusals/refusals.ts";
import { apiOf, type Json, type JsonObject, readDescription } from "../src/index.ts";
import { normalizeDescription } from "../src/model/normalize.ts";

// One change of our description each: everything downstream follows, or it is refused at its place. That the first also
// compile, and are right on the wire, is proven by the tour (test/full/tour.test.ts).

const ours = await readDescription(fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url)));

// biome-ignore lint/suspicious/noExplicitAny: a case changes any part of it
type Draft = any;

function changedSources(change: (spec: Draft) => void): Readonly<Record<string, string>> {
  const draft = structuredClone(ours) as Draft;
  change(draft);
  const api = apiOf(draft as JsonObject);
  checkSupported(api);
  return generatedSources(api, "pnpm generate");
}

const files = {
  types: "packages/types/src/index.gen.ts",
  calls: "packages/client/src/resources.gen.ts",
  operations: "packages/client/src/operations.gen.ts",
  errors: "packages/client/src/errors.gen.ts",
  requests: "packages/client/src/requests.gen.ts",
  schemas: "packages/client/src/schema-nodes.gen.ts",
  fake: "packages/client/src/testing/operation-facts.gen.ts",
  samples: "packages/client/src/testing/samples.gen.ts",
  service: "packages/server/src/openapi/operations.gen.ts",
  problems: "packages/server/src/http/problems.gen.ts",
  model: "packages/contract-tests/src/openapi/api.gen.json",
} as const;

const list = (spec: Draft) => spec.paths["/api/v0/computers"];
const one = (spec: Draft) => spec.paths["/api/v0/computers/{computerId}"];
const json = (schema: Json, example?: Json) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});
const success = (more: object = {}) => ({ description: "Done.", ...more });
const computer = { $ref: "#/components/schemas/Computer" };
const object = (properties: JsonObject, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };

/** Adds an operation to the list's path, which has `get` alone. */
function added(operation: object, method = "post"): (spec: Draft) => void {
  return (spec) => {
    list(spec)[method] = {
      operationId: "addedOne",
      tags: ["Computers"],
      responses: { "204": success() },
      ...operation,
    };
  };
}

type Says = Partial<Record<keyof typeof files, string | readonly string[]>>;

describe("what flows, says so downstream:", () => {
  test.each<[construct: string, change: (spec: Draft) => void, says: Says]>([
    [
      "201 with a required header",
      added({
        responses: {
          "201": success({
            headers: { Location: { required: true, schema: text, example: "/c1" } },
            content: json(computer),
          }),
        },
      }),
      {
        service: '"successStatus":201',
        samples: '"Location":"/c1"',
        calls: "addedOne(options?: CallOptions): ApiCall<types.Computer>",
      },
    ],
    [
      "several successes",
      added({
        responses: {
          "200": success({ content: json(computer) }),
          "202": success({ content: json(object({ id: text })) }),
        },
      }),
      {
        calls:
          "ApiCall<types.Computer | AddedOne202Response, WithResponse<types.Computer, 200> | WithResponse<AddedOne202Response, 202>>",
        operations:
          'operation.readByStatus({ "200": [operation.readObject, "Computer"], "202": [operation.readObject, "AddedOne202Response"] })',
      },
    ],
    [
      "a success without a body beside one with",
      added({ responses: { "200": success({ content: json(computer) }), "204": success() } }),
      {
        calls: "ApiCall<types.Computer | undefined,",
        operations: "read: operation.readOptional(operation.readObject)",
      },
    ],
    [
      "a range of statuses",
      added({ responses: { "2XX": success({ content: json(computer) }) } }),
      { calls: "ApiCall<types.Computer>" },
    ],
    [
      "an error of another shape, which leaves the others typed",
      (spec) => {
        one(spec).get.responses["402"] = success({
          content: json(object({ code: text, limit: { type: "integer" } })),
        });
      },
      {
        errors:
          "declare readonly problem: (ProblemDetails & Partial<Omit<GetComputer402Error, keyof ProblemDetails>>) | undefined",
      },
    ],
    [
      "a text as a success",
      added({ responses: { "200": success({ content: { "text/csv": { schema: text } } }) } }),
      {
        operations: 'adapting({ accept: "text/csv" })',
        calls: "ApiCall<string>",
      },
    ],
    [
      "bytes as a success",
      added({ responses: { "200": success({ content: { "image/png": {} } }) } }),
      {
        operations: "operation.readBytes",
        calls: "ApiCall<Uint8Array<ArrayBuffer>>",
      },
    ],
    [
      "bytes as a body",
      added({
        requestBody: {
          required: true,
          content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
        },
      }),
      {
        calls: "addedOne(body: Binary,",
        fake: '"application/octet-stream":{"kind":"binary"}',
        service: '"kind":"binary"',
      },
    ],
    [
      "a text as a body",
      added({ requestBody: { required: true, content: { "text/plain": { schema: text } } } }),
      {
        calls: "addedOne(body: string,",
        operations: 'operation.textOf("text/plain")',
      },
    ],
    [
      "JSON of another type, and a second one",
      added({
        requestBody: {
          required: true,
          content: { "application/merge-patch+json": { schema: computer }, "text/plain": {} },
        },
      }),
      {
        operations: 'operation.jsonOf("application/merge-patch+json")',
        fake: '"text/plain":{"kind":"text"}',
      },
    ],
    [
      "a form",
      added({
        requestBody: {
          required: true,
          content: { "application/x-www-form-urlencoded": { schema: object({ age: { type: "integer" } }) } },
        },
      }),
      {
        operations: "operation.formBody",
        service: '"fields":{"age":{"kind":"integer"}}',
        calls: "addedOne(body: AddedOneBody,",
      },
    ],
    [
      "a file in a form",
      added({
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": { schema: object({ file: { type: "string", format: "binary" } }) },
          },
        },
      }),
      {
        operations: "operation.multipartBody",
        fake: '"file":{"kind":"file"}',
      },
    ],
    [
      "an optional body",
      added({ requestBody: { content: json(computer) } }),
      { calls: "addedOne(body?: types.Computer,", fake: '"isOptional":true' },
    ],
    [
      "no security",
      added({ security: [] }),
      { operations: "security: [[]]", fake: '"security":[]', service: '"security":[]' },
    ],
    [
      "an API key in a header or the query, and HTTP Basic",
      (spec) => {
        spec.components.securitySchemes.admin = { type: "apiKey", in: "header", name: "X-Admin" };
        spec.components.securitySchemes.key = { type: "apiKey", in: "query", name: "key" };
        spec.components.securitySchemes.basic = { type: "http", scheme: "Basic" };
        added({ security: [{ admin: [] }, { key: [], basic: [] }, {}] })(spec);
      },
      {
        operations:
          'security: [[{"scheme":"admin","in":"header","field":"x-admin"}],[{"scheme":"key","in":"query","field":"key"},{"scheme":"basic","in":"header","field":"authorization","prefix":"Basic "}],[]]',
        requests: ['"admin"?: string', '"basic"?: { readonly username: string; readonly password: string }'],
      },
    ],
    [
      "OAuth 2.0 with scopes, which is sent as the token",
      (spec) => {
        spec.components.securitySchemes.oauth = { type: "oauth2", flows: {} };
        list(spec).get.security = [{ oauth: ["read"] }, { bearerAuth: [] }];
      },
      {
        service: '"scheme":"oauth","scopes":["read"]',
        operations:
          'list: map({ operationId: "listComputers", method: "GET", path: "/api/v0/computers", params',
      },
    ],
    [
      "readOnly and writeOnly, also in parts",
      (spec) => {
        spec.components.schemas.Base = object({ id: { ...text, readOnly: true } }, { required: ["id"] });
        const own = object({ secret: { ...text, writeOnly: true } }, { required: ["secret"] });
        spec.components.schemas.Key = {
          allOf: [{ $ref: "#/components/schemas/Base" }, own],
          required: ["id", "secret"],
        };
        const content = json({ $ref: "#/components/schemas/Key" });
        added({ requestBody: { required: true, content }, responses: { "200": success({ content }) } })(spec);
      },
      { calls: "addedOne(body: types.KeyWritable, options?: CallOptions): ApiCall<types.KeyReadable>" },
    ],
    [
      "a webhook",
      (spec) => {
        spec.webhooks = {
          settled: {
            post: {
              operationId: "onSettled",
              requestBody: { content: json(computer) },
              responses: { "204": success() },
            },
          },
        };
      },
      { types: 'Exclude<keyof operations, "onSettled">', model: '"path": "settled"' },
    ],
    [
      "a default of a parameter",
      (spec) => {
        list(spec).get.parameters.push({
          name: "limit",
          in: "query",
          schema: { type: "integer", default: 20 },
        });
      },
      { service: '"default":20', schemas: '"default":20' },
    ],
    [
      "a style of a parameter",
      (spec) => {
        list(spec).get.parameters.push({
          name: "deep",
          in: "query",
          style: "deepObject",
          explode: true,
          schema: object({ a: text }),
        });
      },
      { operations: "deepObject" },
    ],
    [
      "a nullable field",
      (spec) => {
        spec.components.schemas.ComputerUpdate.properties.note = { type: ["string", "null"] };
      },
      { types: "note?: string | null;", schemas: '"note": { type: ["string","null"] }' },
    ],
    [
      "a discriminator",
      (spec) => {
        for (const kind of ["start", "stop"])
          spec.components.schemas[kind] = object({ kind: { const: kind } }, { required: ["kind"] });
        const oneOf = ["start", "stop"].map((kind) => ({ $ref: `#/components/schemas/${kind}` }));
        spec.components.schemas.Action = { oneOf, discriminator: { propertyName: "kind" } };
      },
      { types: "export type Action = Start | Stop;" },
    ],
  ])("%s", (_construct, change, says) => {
    const sources = changedSources(change);
    for (const [file, texts] of Object.entries(says)) {
      for (const said of [texts].flat()) expect(sources[files[file as keyof typeof files]]).toContain(said);
    }
  });
});

const content = (mediaType: string, schema: Json = text): JsonObject => ({
  content: { [mediaType]: { schema } },
});

const post = "/paths/~1api~1v0~1computers/post";
const parameter = (more: object) =>
  added({ parameters: [{ name: "one", in: "query", schema: text, ...more }] });
const form = (type: string, properties: JsonObject) =>
  added({ requestBody: { required: true, ...content(type, object(properties)) } });

const refused: readonly [
  construct: string,
  change: (spec: Draft) => void,
  message: string,
  pointer: string,
][] = [
  [
    "Callbacks",
    added({ callbacks: { done: { "{$url}": {} } } }),
    "describe them as webhooks.",
    `${post}/callbacks`,
  ],
  [
    "TRACE, and a body of GET or HEAD",
    added({}, "trace"),
    "addedOne is TRACE, which fetch cannot send: use another method.",
    "/paths/~1api~1v0~1computers/trace",
  ],
  [
    "TRACE, and a body of GET or HEAD",
    (spec) => {
      list(spec).get.requestBody = content("application/json");
    },
    "listComputers has a body, which fetch cannot send with GET",
    "/paths/~1api~1v0~1computers/get/requestBody",
  ],
  [
    "Keywords of OpenAPI 3.2 (`query`, `additionalOperations`, `itemSchema`, `in: querystring`)",
    added({}, "query"),
    "OpenAPI 3.1 has no `query`: use what 3.1 has",
    "/paths/~1api~1v0~1computers/query",
  ],
  [
    "Two paths that differ only in the names of their parameters",
    (spec) => {
      spec.paths["/api/v0/computers/{id}"] = {};
    },
    "match the same requests: describe them as one.",
    "/paths/~1api~1v0~1computers~1{id}",
  ],
  [
    "Parameters in cookies, and a place, style and type that OpenAPI does not combine",
    parameter({ in: "cookie" }),
    "send it in a header or the query.",
    `${post}/parameters/0`,
  ],
  [
    "Parameters in cookies, and a place, style and type that OpenAPI does not combine",
    parameter({ style: "deepObject" }),
    "deepObject",
    `${post}/parameters/0`,
  ],
  [
    "Event streams (`text/event-stream`)",
    added({ responses: { "200": success(content("text/event-stream")) } }),
    "The 200 of addedOne is an event stream",
    `${post}/responses/200/content/text~1event-stream`,
  ],
  [
    "Streams of items (`itemSchema`, `prefixEncoding`, `itemEncoding`)",
    added({ responses: { "200": success({ content: { "application/jsonl": { itemSchema: text } } }) } }),
    "OpenAPI 3.1 has no `itemSchema`",
    `${post}/responses/200/content/application~1jsonl/itemSchema`,
  ],
  [
    "Multipart other than `multipart/form-data` in requests",
    form("multipart/mixed", { a: text }),
    "The body of addedOne is multipart/mixed: use JSON, or multipart/form-data in a request.",
    `${post}/requestBody/content/multipart~1mixed`,
  ],
  [
    "Forms that are not flat",
    form("multipart/form-data", { a: object({ b: text }) }),
    "The field a of The body of addedOne is not a text",
    `${post}/requestBody/content/multipart~1form-data`,
  ],
  [
    "Schemas that apply themselves to the same value",
    (spec) => {
      spec.components.schemas.Own = { allOf: [{ $ref: "#/components/schemas/Own" }] };
    },
    "The schema Own applies itself to the same value (Own -> Own), so no check of it ends: refer to it in a property",
    "/components/schemas/Own",
  ],
  [
    "Schemas that apply themselves to the same value",
    (spec) => {
      const { schemas } = spec.components;
      schemas.User = object({ one: { $ref: "#/components/schemas/One" } });
      schemas.One = { oneOf: [text, { $ref: "#/components/schemas/Two" }] };
      schemas.Two = { anyOf: [{ not: { $ref: "#/components/schemas/One" } }] };
    },
    "The schema One applies itself to the same value (One -> Two -> One)",
    "/components/schemas/One",
  ],
  [
    "Servers of a path or an operation",
    (spec) => {
      list(spec).servers = [{ url: "https://other.example" }];
    },
    "listComputers has servers of its own, but a client calls one service: remove them",
    "/paths/~1api~1v0~1computers/servers",
  ],
  [
    "`allowEmptyValue` of anything but a text",
    added({ parameters: [{ name: "n", in: "query", allowEmptyValue: true, schema: { type: "integer" } }] }),
    'The query parameter "n" allows an empty value, which its schema does not: remove `allowEmptyValue`',
    `${post}/parameters/0`,
  ],
  [
    "Responses of 1XX",
    added({ responses: { "103": success(), "200": success() } }),
    "addedOne documents 103, which comes before a response and which fetch does not show: remove it.",
    `${post}/responses/103`,
  ],
  [
    "A body of 204, 205 or 304",
    added({ responses: { "204": success({ content: json(text) }) } }),
    "The 204 of addedOne has content, but HTTP gives it no body (RFC 9110, section 15.3.5): remove `content`",
    `${post}/responses/204`,
  ],
  [
    "Examples that break their schema",
    (spec) => {
      spec.components.examples.computerActive.value.createdAt = "yesterday";
    },
    "The example breaks its schema, as /createdAt must be number: correct the example, or the schema.",
    "/components/examples/computerActive/value/createdAt",
  ],
  [
    "Paths that no request can have",
    (spec) => {
      spec.paths["/api/../computers"] = {};
    },
    "The path /api/../computers has the segment . or .., which URLs resolve: remove it.",
    "/paths/~1api~1..~1computers",
  ],
  [
    "Credentials in a header field that callers cannot set",
    (spec) => {
      spec.components.securitySchemes.host = { type: "apiKey", in: "header", name: "Host" };
    },
    "is set by fetch itself",
    "/components/securitySchemes/host",
  ],
  [
    "A parameter with the name and place of a credential",
    (spec) => {
      spec.components.securitySchemes.key = { type: "apiKey", in: "query", name: "hostId" };
      list(spec).get.security = [{ key: [] }];
    },
    'The query parameter "hostId" is also the credential of key: remove the parameter.',
    "/paths/~1api~1v0~1computers/get/parameters/0",
  ],
  [
    "A media range as a request",
    added({ requestBody: content("image/*") }),
    "The body of addedOne is image/*, a range, which no request has as its Content-Type",
    `${post}/requestBody/content/image~1*`,
  ],
  [
    "Text and bytes with the schema of something else",
    added({ responses: { "200": success(content("application/pdf", object({ a: text }))) } }),
    "The 200 of addedOne is application/pdf, which is bytes here, and not object",
    `${post}/responses/200/content/application~1pdf`,
  ],
  [
    "Header fields of responses whose names HTTP does not allow",
    added({ responses: { "204": success({ headers: { "X A": { schema: text } } }) } }),
    'The header field "X A" of the 204 of addedOne has a name that HTTP does not allow',
    `${post}/responses/204/headers/X A`,
  ],
  [
    "Defaults that break their schema",
    parameter({ schema: { type: "integer", default: "a" } }),
    "The default breaks its schema, as it must be integer: correct the default, or the schema.",
    `${post}/parameters/0/schema/default`,
  ],
  [
    "References to an anchor (`#name`)",
    parameter({ schema: { $ref: "#name" } }),
    "The reference #name is not a JSON Pointer",
    `${post}/parameters/0/schema/$ref`,
  ],
  [
    "Empty lists of schemas",
    parameter({ schema: { oneOf: [] } }),
    "`oneOf` has no schema: add one, or remove it.",
    `${post}/parameters/0/schema/oneOf`,
  ],
  [
    "A discriminator whose alternatives say other values",
    (spec) => {
      spec.components.schemas.Cat = object({ kind: { const: "meow" } });
      spec.components.schemas.Pet = {
        oneOf: [{ $ref: "#/components/schemas/Cat" }],
        discriminator: { propertyName: "kind" },
      };
    },
    "give the property `const: Cat`, or correct the mapping.",
    "/components/schemas/Pet/discriminator",
  ],
  [
    "Operations without a 2xx response, such as redirects or a `default` alone",
    added({ responses: { "303": success(), default: success({ content: json(computer) }) } }),
    "addedOne documents no success: add the 2xx response that its callers get.",
    post,
  ],
  [
    "Credentials in cookies, two in one field, and undeclared ones",
    (spec) => {
      spec.components.securitySchemes.session = { type: "apiKey", in: "cookie", name: "session" };
      list(spec).get.security = [{ session: [] }];
    },
    "listComputers needs the cookie session, which the client does not send",
    "/paths/~1api~1v0~1computers/get",
  ],
  [
    "Credentials in cookies, two in one field, and undeclared ones",
    (spec) => {
      spec.components.securitySchemes.basic = { type: "http", scheme: "basic" };
      list(spec).get.security = [{ basic: [], bearerAuth: [] }];
    },
    "listComputers needs two credentials in the same field",
    "/paths/~1api~1v0~1computers/get/security/0",
  ],
  [
    "Credentials in cookies, two in one field, and undeclared ones",
    (spec) => {
      list(spec).get.security = [{ absent: [] }];
    },
    "The security scheme absent is required, but not declared: add it to components.securitySchemes.",
    "/paths/~1api~1v0~1computers/get/security/0/absent",
  ],
  [
    "Names that become the same name, or one that the client has",
    added({ operationId: "get-computer" }),
    "would both become computers.getComputer: rename one.",
    "/paths/~1api~1v0~1computers~1{computerId}/get/operationId",
  ],
  [
    "Names that become the same name, or one that the client has",
    (spec) => {
      spec.components.schemas.ApiError = object({});
    },
    "Two types of the client would be named ApiError",
    "/components/schemas/ApiError",
  ],
  [
    "Names that become the same name, or one that the client has",
    (spec) => {
      spec.components.schemas.ComputerUpdate.properties.name.readOnly = true;
      spec.components.schemas.ComputerUpdateWritable = object({});
    },
    "rename the schema ComputerUpdateWritable.",
    "/components/schemas/ComputerUpdateWritable",
  ],
  [
    "Keywords of schemas that nothing checks",
    (spec) => {
      spec.components.schemas.Computer.properties.name.unevaluatedItems = false;
    },
    "Nothing here checks the keyword `unevaluatedItems`: say the same with other keywords, or remove it.",
    "/components/schemas/Computer/properties/name/unevaluatedItems",
  ],
  [
    "Patterns that are not ECMA-262 regular expressions",
    (spec) => {
      spec.components.schemas.Computer.properties.name.pattern = "(";
    },
    '"(" is not an ECMA-262 regular expression: correct it.',
    "/components/schemas/Computer/properties/name/pattern",
  ],
];

describe("what cannot flow, is refused at its place:", () => {
  test.each(refused)("%s", (_construct, change, message, pointer) => {
    expect(() => changedSources(change)).toThrow(
      expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
    );
  });

  test("every refusal has a case", () => {
    const constructs = refusals.map(({ construct }) => construct);
    expect(constructs.filter((construct) => !refused.some(([name]) => name === construct))).toEqual([]);
  });
});

const properties = (spec: Draft) => spec.components.schemas.Computer.properties;

const reported: [
  construct: string,
  change: (spec: Draft) => void,
  remarks: (readonly [message: string, pointer: string])[],
  file: keyof typeof files,
  line: string,
][] = [
  [
    "`nullable` in OpenAPI 3.1",
    (spec) => {
      properties(spec).zone = { type: "string", enum: ["a"], nullable: true };
    },
    [["is read as if `null` were allowed", "/components/schemas/Computer/properties/zone/nullable"]],
    "types",
    'zone?: "a" | null;',
  ],
  [
    "`nullable` in OpenAPI 3.1",
    (spec) => {
      const reference = { $ref: "#/components/schemas/ComputerSource" };
      properties(spec).origin = { ...reference, description: "From where.", nullable: true };
    },
    [["is read as if `null` were allowed", "/components/schemas/Computer/properties/origin/nullable"]],
    "types",
    "origin?: ComputerSource | null;",
  ],
  [
    "Unknown keywords of schemas",
    (spec) => {
      properties(spec).zones = { type: "array", items: text, min_items: 1, shownAs: "list" };
    },
    [
      ["write `minItems` if that is meant.", "/components/schemas/Computer/properties/zones/min_items"],
      [
        "No one knows the keyword `shownAs`, so it is left out.",
        "/components/schemas/Computer/properties/zones/shownAs",
      ],
    ],
    "schemas",
    '"zones": { type: "array", items: { type: "string" } }',
  ],
  [
    "An alternative body that cannot be carried over",
    added({
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": { schema: object({ deep: object({ a: text }) }) },
          ...json(computer),
        },
      },
    }),
    [
      [
        "application/x-www-form-urlencoded is left out here, as the same body has another media type.",
        `${post}/requestBody/content/application~1x-www-form-urlencoded`,
      ],
    ],
    "service",
    '"operationId":"addedOne","method":"POST","path":"/api/v0/computers","successStatus":204,"security":[[{"scheme":"bearerAuth","scopes":[]}]],"parameters":[],"body":{"isRequired":true,"content":[{"mediaType":"application/json"',
  ],
  [
    "A cookie as an alternative credential",
    (spec) => {
      spec.components.securitySchemes.session = { type: "apiKey", in: "cookie", name: "session" };
      list(spec).get.security = [{ session: [] }, { bearerAuth: [] }];
    },
    [["A cookie is an alternative here, which is left out.", "/paths/~1api~1v0~1computers/get/security"]],
    "operations",
    'list: map({ operationId: "listComputers", method: "GET", path: "/api/v0/computers", params',
  ],
  [
    "A media range of JSON",
    added({ responses: { "200": success({ content: { "*/*": { schema: computer } } }) } }),
    [["*/* with such a schema is read as application/json.", `${post}/responses/200/content/*~1*`]],
    "calls",
    "addedOne(options?: CallOptions): ApiCall<types.Computer>;",
  ],
  [
    "Text with the schema of what is in it",
    added({
      responses: { "200": success({ content: { "application/xml": { schema: computer, example: {} } } }) },
    }),
    [
      [
        "application/xml is read and written as a text here, without its schema",
        `${post}/responses/200/content/application~1xml`,
      ],
    ],
    "calls",
    "addedOne(options?: CallOptions): ApiCall<string>;",
  ],
  [
    "A discriminator whose alternatives do not say their values",
    ({ components: { schemas } }) => {
      const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
      const discriminator = { propertyName: "kind", mapping: { one: reference("One").$ref } };
      schemas.One = object({ kind: text });
      schemas.Two = object({ kind: text });
      schemas.Either = { oneOf: [reference("One"), reference("Two")], discriminator };
    },
    [
      [
        "The alternatives do not say their values of `kind`, so the discriminator says them.",
        "/components/schemas/Either/discriminator",
      ],
    ],
    "schemas",
    '"kind": { const: "Two" }',
  ],
  [
    "A base schema that lists the schemas that contain it",
    ({ components: { schemas } }) => {
      const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
      schemas.Shape = {
        ...object({ kind: text }, { required: ["kind"] }),
        oneOf: [reference("Dot"), reference("Line")],
        discriminator: { propertyName: "kind", mapping: { dot: reference("Dot").$ref } },
      };
      schemas.Dot = { allOf: [reference("Shape"), object({ x: text })] };
      schemas.Line = { allOf: [reference("Shape"), object({ y: text })] };
    },
    [
      ["The base schema and this one contain each other", "/components/schemas/Dot/allOf/0"],
      ["The base schema and this one contain each other", "/components/schemas/Line/allOf/0"],
    ],
    "schemas",
    '"kind": { type: "string", enum: ["dot"] }',
  ],
];

describe("what is read otherwise than it is written, is reported at its place:", () => {
  test.each(reported)("%s", (_construct, change, remarks, file, line) => {
    const draft = structuredClone(ours) as Draft;
    change(draft);
    expect(normalizeDescription(draft).remarks).toEqual(
      remarks.map(([message, pointer]) => ({ pointer, message: expect.stringContaining(message) })),
    );
    expect(changedSources(change)[files[file]]).toContain(line);
  });

  test("our own description has nothing of it", () => {
    expect(normalizeDescription(ours)).toEqual({ document: ours, remarks: [] });
  });
});

test.each<[string, (spec: Draft) => void]>([
  [
    "a pattern that only needs other backslashes with the flag `u`",
    (spec) => {
      properties(spec).name.pattern = "^[\\w-.\\@ ]+$";
    },
  ],
  [
    "a schema that refers to itself in another value",
    ({ components: { schemas } }) => {
      const tree = { $ref: "#/components/schemas/Tree" };
      schemas.Tree = { ...object({ children: { type: "array", items: tree } }), additionalProperties: tree };
    },
  ],
  [
    "a text that may be empty",
    added({ parameters: [{ name: "q", in: "query", allowEmptyValue: true, schema: text }] }),
  ],
])("%s is not refused", (_what, change) => {
  expect(() => changedSources(change)).not.toThrow();
});
