import { type Change, described, errors, field, object, operation, put, refer, text } from "./change.ts";

/** What must happen when an operation is called. */
export interface Call {
  /** The call of the client, in TypeScript. */
  readonly call: string;
  /** What the client sends: the request line, the header fields, the body. */
  readonly wire: string;
  /** What the service's handler gets. */
  readonly reads?: object;
  /** The reply of the handler, in TypeScript. @default the body of the success */
  readonly answer?: string;
  /** What the client makes of the reply. @default the example of the success */
  readonly data?: unknown;
}

export interface Flow {
  readonly changes: readonly Change[];
  /** By operationId. */
  readonly calls?: Readonly<Record<string, Call>>;
}

const volumes = "/api/v0/volumes";
const path =
  (where: string, method: string, value: object): Change =>
  (spec) => {
    spec.paths[where] = { ...spec.paths[where], [method]: value };
  };
const schema = (name: string, value: object) => put(["components", "schemas", name], value);
const parameterOf = (name: string, place: string, ofType: object, more: object = {}) => ({
  name,
  in: place,
  ...described,
  schema: ofType,
  ...more,
  ...(place === "path" && { required: true }),
});
const header = (name: string, required = true) => ({
  [name]: { ...described, required, schema: { type: "string" }, example: '"v1"' },
});
const etag = { headers: header("ETag") };
const ifMatch = parameterOf("If-Match", "header", { type: "string" }, { required: true, example: '"v1"' });
const volumeId = parameterOf("volumeId", "path", { type: "string" }, { example: "v1" });
const body = (ofType: object, example: unknown, required = true) => ({
  requestBody: { required, ...described, content: { "application/json": { schema: ofType, example } } },
});
const shown = (ofType: object, example: unknown, more: object = {}) => ({
  ...described,
  content: { "application/json": { schema: ofType, example } },
  ...more,
});
const problem = (status: number, key: string, more: object = {}, ofType: object = refer("Problem")) => ({
  ...described,
  content: {
    "application/problem+json": {
      schema: ofType,
      example: {
        type: `/problems/${key}`,
        title: key,
        status,
        detail: "A detail.",
        instance: "/a",
        requestId: "r",
        ...more,
      },
    },
  },
});
const ofVolumes = (operationId: string, more: object) =>
  operation(operationId, { tags: ["Volumes"], ...more });
const responses = (own: object) => ({ responses: { ...own, ...errors } });

const volume = object(
  {
    id: { ...text, readOnly: true },
    name: text,
    passphrase: { ...text, writeOnly: true },
  },
  { required: ["id", "name", "passphrase"], additionalProperties: false },
);
const sent = { name: "a", passphrase: "zzz" };
const read = { id: "v1", name: "a" };
const resource: readonly Change[] = [
  (spec) => void spec.tags.push({ name: "Volumes", ...described }),
  schema("Volume", volume),
];
const withBody = (name: string, ofType: object, example: unknown): Flow => ({
  changes: [
    path(
      `/api/v0/things/${name}`,
      "post",
      operation(`send${name}`, {
        ...body(ofType, example),
        ...responses({ "200": shown(ofType, example) }),
      }),
    ),
  ],
  calls: {
    [`send${name}`]: {
      call: `computers.send${name}(${JSON.stringify(example)})`,
      wire: `POST /api/v0/things/${name}\ncontent-type: application/json\n${JSON.stringify(example)}`,
      reads: { body: example },
    },
  },
});

/** Changes that everything downstream carries over; together, they are one description. */
export const flows: Readonly<Record<string, Flow>> = {
  "a second resource, with a cursor, a filter that is a list, and a header field": {
    changes: [
      ...resource,
      schema("VolumeKind", { type: "string", ...described, enum: ["fast", "slow"], examples: ["fast"] }),
      schema(
        "VolumeList",
        object(
          { volumes: { type: "array", ...described, items: refer("Volume") }, next: text },
          { required: ["volumes"] },
        ),
      ),
      path(
        volumes,
        "get",
        ofVolumes("listVolumes", {
          parameters: [
            parameterOf("after", "query", { type: "string" }, { example: "v1" }),
            parameterOf(
              "limit",
              "query",
              { type: "integer", minimum: 1, maximum: 100, default: 20 },
              { example: 5 },
            ),
            parameterOf(
              "kinds",
              "query",
              { type: "array", items: refer("VolumeKind") },
              { example: ["fast"] },
            ),
            parameterOf("X-Tenant", "header", { type: "string" }, { example: "acme" }),
          ],
          ...responses({ "200": shown(refer("VolumeList"), { volumes: [read], next: "v2" }) }),
        }),
      ),
    ],
    calls: {
      listVolumes: {
        call: 'volumes.list({ after: "v1", kinds: ["fast", "slow"], xTenant: "acme" })',
        wire: `GET ${volumes}?after=v1&kinds=fast&kinds=slow\nx-tenant: acme`,
        reads: {
          query: { after: "v1", limit: 20, kinds: ["fast", "slow"] },
          headers: { "X-Tenant": "acme" },
        },
      },
    },
  },
  "POST with 201 and Location; readOnly and writeOnly": {
    changes: [
      ...resource,
      path(
        volumes,
        "post",
        ofVolumes("createVolume", {
          ...body(refer("Volume"), sent),
          ...responses({ "201": shown(refer("Volume"), read, { headers: header("Location") }) }),
        }),
      ),
    ],
    calls: {
      createVolume: {
        call: `volumes.create(${JSON.stringify(sent)})`,
        wire: `POST ${volumes}\ncontent-type: application/json\n${JSON.stringify(sent)}`,
        reads: { body: sent },
        answer: `{ status: 201, headers: { Location: "${volumes}/v1" }, body: ${JSON.stringify(JSON.stringify(read))} }`,
      },
    },
  },
  "PUT with If-Match and ETag, 200 and 201, 412 and 428": {
    changes: [
      ...resource,
      path(
        `${volumes}/{volumeId}`,
        "put",
        ofVolumes("replaceVolume", {
          parameters: [volumeId, ifMatch],
          ...body(refer("Volume"), sent),
          ...responses({
            "200": shown(refer("Volume"), read, etag),
            "201": shown(refer("Volume"), read, etag),
            "412": problem(412, "changed-meanwhile"),
            "428": problem(428, "precondition-required"),
          }),
        }),
      ),
    ],
    calls: {
      replaceVolume: {
        call: `volumes.replace("v1", ${JSON.stringify(sent)}, { ifMatch: '"v1"' })`,
        wire: `PUT ${volumes}/v1\ncontent-type: application/json\nif-match: "v1"\n${JSON.stringify(sent)}`,
        reads: { params: { volumeId: "v1" }, headers: { "If-Match": '"v1"' }, body: sent },
        answer: `{ status: 200, headers: { ETag: '"v2"' }, body: ${JSON.stringify(JSON.stringify(read))} }`,
      },
    },
  },
  "DELETE with 204": {
    changes: [
      ...resource,
      path(`${volumes}/{volumeId}`, "delete", ofVolumes("deleteVolume", { parameters: [volumeId] })),
    ],
    calls: {
      deleteVolume: {
        call: 'volumes.delete("v1")',
        wire: `DELETE ${volumes}/v1`,
        reads: { params: { volumeId: "v1" } },
      },
    },
  },
  "an optional body, and 202 without one": {
    changes: [
      path(
        "/api/v0/things/optional",
        "post",
        operation("startThing", {
          ...body(
            object({ force: { type: "boolean", ...described, default: false } }),
            { force: true },
            false,
          ),
          ...responses({ "202": described }),
        }),
      ),
    ],
    calls: {
      startThing: {
        call: "computers.startThing({ force: true })",
        wire: 'POST /api/v0/things/optional\ncontent-type: application/json\n{"force":true}',
        reads: { body: { force: true } },
      },
    },
  },
  "a public operation": {
    changes: [
      path(
        "/api/v0/health",
        "get",
        operation("getHealth", {
          security: [],
          ...responses({
            "200": shown(object({ isReady: { type: "boolean", ...described } }), { isReady: true }),
          }),
        }),
      ),
    ],
    calls: { getHealth: { call: "computers.getHealth()", wire: "GET /api/v0/health\nauthorization: none" } },
  },
  "an operation that goes, with its dates": {
    changes: [
      path(
        "/api/v0/things/old",
        "get",
        operation("getOld", {
          deprecated: true,
          "x-deprecated-since": "2026-05-01",
          "x-sunset": "2027-06-01",
        }),
      ),
    ],
    calls: { getOld: { call: "computers.getOld()", wire: "GET /api/v0/things/old" } },
  },
  "a parameter of each type, in a path, too": {
    changes: [
      schema("Level", { type: "integer", ...described, minimum: 1, examples: [3] }),
      path(
        "/api/v0/levels/{level}/{class}",
        "get",
        operation("getLevel", {
          parameters: [
            parameterOf("level", "path", refer("Level"), { example: 3 }),
            parameterOf("class", "path", { type: "string", enum: ["a", "b"] }, { example: "a" }),
            parameterOf("isNew", "query", { type: "boolean" }, { required: true, example: true }),
            parameterOf("ratio", "query", { type: "number", exclusiveMinimum: 0 }, { example: 0.5 }),
            parameterOf(
              "X-Day",
              "header",
              { type: "string", format: "date" },
              { deprecated: true, example: "2026-01-01" },
            ),
          ],
        }),
      ),
    ],
    calls: {
      getLevel: {
        call: 'computers.getLevel(3, "a", { isNew: true, ratio: 0.5, xDay: "2026-01-01" })',
        wire: "GET /api/v0/levels/3/a?isNew=true&ratio=0.5\nx-day: 2026-01-01",
        reads: {
          params: { level: 3, class: "a" },
          query: { isNew: true, ratio: 0.5 },
          headers: { "X-Day": "2026-01-01" },
        },
      },
    },
  },
  "a nested object, a map and a list": withBody(
    "Nested",
    object({
      place: object(
        { zone: text, rack: { type: "integer", ...described } },
        { required: ["zone"], additionalProperties: false },
      ),
      labels: {
        type: "object",
        ...described,
        additionalProperties: { type: "string", maxLength: 5 },
        propertyNames: { pattern: "^[a-z]+$" },
        maxProperties: 2,
      },
      disks: {
        type: "array",
        ...described,
        items: object({ gb: { type: "integer", ...described } }),
        minItems: 1,
        uniqueItems: true,
      },
    }),
    { place: { zone: "a", rack: 1 }, labels: { team: "core" }, disks: [{ gb: 1 }] },
  ),
  "everything that can be null": withBody(
    "Nullable",
    object({
      note: { ...text, type: ["string", "null"] },
      kind: { ...text, type: ["string", "null"], enum: ["a", null] },
      size: { type: ["integer", "null"], ...described },
      place: { ...object({ zone: text }), type: ["object", "null"] },
      disks: { type: ["array", "null"], ...described, items: text },
    }),
    { note: null, kind: null, size: null, place: null, disks: null },
  ),
  "a map of schemas": withBody(
    "Disks",
    { type: "object", ...described, additionalProperties: refer("ComputerSource") },
    { root: { kind: "template" } },
  ),
  "an object without known members": withBody(
    "Metadata",
    { type: "object", ...described, additionalProperties: true },
    { anything: [1, "a"] },
  ),
  "a list as a body": withBody(
    "Words",
    { type: "array", ...described, items: { type: "string" }, maxItems: 9 },
    ["a", "b"],
  ),
  "formats and bounds": withBody(
    "Formats",
    object(
      {
        day: { ...text, format: "date", examples: ["2026-01-01"] },
        at: { ...text, format: "date-time", examples: ["2026-01-01T00:00:00Z"] },
        mail: { ...text, format: "email", examples: ["a@b.test"] },
        code: { ...text, pattern: "^[a-z]{2}$", minLength: 2, maxLength: 2, examples: ["ab"] },
        ratio: { type: "number", ...described, minimum: 0, exclusiveMaximum: 1, examples: [0.5] },
      },
      { minProperties: 1 },
    ),
    { day: "2026-01-01", at: "2026-01-01T00:00:00Z", mail: "a@b.test", code: "ab", ratio: 0.5 },
  ),
  "constants with descriptions, open and closed enums": withBody(
    "Kinds",
    object(
      {
        size: {
          type: "string",
          ...described,
          oneOf: [{ const: "small", description: "One core." }, { const: "large" }],
        },
        version: { type: "string", ...described, const: "v0" },
        zone: { type: "string", ...described, "x-extensible-enum": ["a", "b"] },
        level: { type: "integer", ...described, enum: [1, 2] },
      },
      { required: ["version"] },
    ),
    { size: "small", version: "v0", zone: "c", level: 2 },
  ),
  "a schema of itself": {
    changes: [
      schema(
        "Folder",
        object({ name: text, children: { type: "array", ...described, items: refer("Folder") } }),
      ),
      ...withBody("Folders", refer("Folder"), { name: "a", children: [{ name: "b" }] }).changes,
    ],
    calls: withBody("Folders", refer("Folder"), { name: "a", children: [{ name: "b" }] }).calls ?? {},
  },
  "names that are words of the language": withBody(
    "Reserved",
    object({ class: text, default: text, new: text, delete: text, snake_case: text, URL: text }),
    { class: "a", default: "b", new: "c", delete: "d", snake_case: "e", URL: "f" },
  ),
  "a new error status, with a new problem that has a member of its own": {
    changes: [
      schema(
        "QuotaProblem",
        object(
          {
            ...Object.fromEntries(
              ["type", "title", "detail", "instance", "requestId"].map((one) => [one, text]),
            ),
            status: { type: "integer", ...described },
            limit: { type: "integer", ...described },
          },
          { required: ["type", "title", "status", "limit"] },
        ),
      ),
      path(
        "/api/v0/things/quota",
        "post",
        operation("buyThing", {
          responses: {
            "204": described,
            "402": problem(402, "quota", { limit: 5 }, refer("QuotaProblem")),
            ...errors,
          },
        }),
      ),
    ],
    calls: { buyThing: { call: "computers.buyThing()", wire: "POST /api/v0/things/quota" } },
  },
  "a documented 403 of an operation of ours": {
    changes: [
      (spec) => {
        spec.paths["/api/v0/computers/{computerId}"].get.responses["403"] = {
          $ref: "#/components/responses/ComputerNotFound",
        };
      },
    ],
  },
  "response header fields of each type": {
    changes: [
      path(
        "/api/v0/things/fields",
        "get",
        operation("getFields", {
          responses: {
            "204": {
              ...described,
              headers: {
                "X-Total-Count": { ...described, required: true, schema: { type: "integer" }, example: 3 },
                "X-Is-New": { ...described, schema: { type: "boolean" }, example: true },
              },
            },
            ...errors,
          },
        }),
      ),
    ],
    calls: {
      getFields: {
        call: "computers.getFields()",
        wire: "GET /api/v0/things/fields",
        answer: '{ status: 204, headers: { "X-Total-Count": 3 } }',
      },
    },
  },
  "optional fields of the computer": {
    changes: [
      field({
        region: text,
        note: { ...text, type: ["string", "null"] },
        hostname: { ...text, deprecated: true },
        labels: { type: "object", ...described, additionalProperties: text },
        source: { ...refer("ComputerSource"), ...described },
      }),
    ],
  },
  "schemas with names of the platform": {
    changes: ["Error", "Response", "Map", "Date", "Promise", "Omit"].map((name) =>
      schema(name, object({ id: text })),
    ),
  },
  "texts that look like code": {
    changes: [
      put(["info", "title"], 'Acme */ globalThis.PWNED = "title"; /*'),
      put(
        ["components", "schemas", "Computer", "description"],
        'Ends */ here `code` <script>alert(1)</script> {@link foo} @param x \u2028 \\ "q"',
      ),
      put(
        ["components", "examples", "computerActive", "summary"],
        'Active */ ...(globalThis.PWNED = "summary", {}), /*',
      ),
    ],
  },
  "a larger body": {
    changes: [
      (spec) => {
        const larger = (text: string) =>
          text.replaceAll("64 KiB", "1 MiB").replaceAll("65,536", "1,048,576").replaceAll("65536", "1048576");
        Object.assign(spec, JSON.parse(larger(JSON.stringify(spec))));
      },
    ],
  },
  "no documented error, and one name in all places": {
    changes: [
      path(
        "/api/v0/same/{body}",
        "post",
        operation("sameName", {
          ...body(object({ body: text }), { body: "a" }),
          parameters: [
            parameterOf("body", "path", { type: "string" }, { example: "p" }),
            parameterOf("body", "query", { type: "string" }, { example: "q" }),
            parameterOf("options", "query", { type: "string" }, { example: "o" }),
          ],
          responses: { "204": described },
        }),
      ),
    ],
    calls: {
      sameName: {
        call: 'computers.sameName("p", { body: "a" }, { body: "q", options: "o" })',
        wire: 'POST /api/v0/same/p?body=q&options=o\ncontent-type: application/json\n{"body":"a"}',
        reads: { params: { body: "p" }, query: { body: "q", options: "o" }, body: { body: "a" } },
      },
    },
  },
  "an object without properties, a boolean constant": withBody(
    "Plain",
    object({
      empty: { type: "object", ...described },
      yes: { type: "boolean", const: true, ...described },
      Accept: text,
    }),
    { empty: {}, yes: true },
  ),
  "several servers": {
    changes: [
      put(["servers"], [{ url: "https://eu.example.com/compute" }, { url: "https://us.example.com" }]),
    ],
  },
};
