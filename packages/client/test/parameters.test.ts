import { type Api, apiOf } from "@compute-host/openapi";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import * as adapt from "../src/adapt.ts";
import type { ApiCall } from "../src/call.ts";
import { InvalidArgumentError } from "../src/errors.ts";
import * as operation from "../src/operation.ts";
import * as writers from "../src/parameter-writers.ts";
import { loadGenerated } from "./load-generated.ts";

// Each place, style and type of a parameter, in one description: what the client writes, the fake reads, both generated.

type Value = string | number | boolean | null | readonly unknown[] | object;

const special = [..." ,.;|&=%+#?/[]'\"日ü😀ab019-", "%2C", "%20", "true", "null", "{}"];
const text = fc.array(fc.constantFrom(...special), { maxLength: 6 }).map((parts) => parts.join(""));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 });

interface Type {
  readonly schema: object;
  readonly values: fc.Arbitrary<Value>;
}

const scalars: readonly Type[] = [
  { schema: { type: "string" }, values: text },
  { schema: {}, values: text },
  { schema: { type: "integer" }, values: fc.integer() },
  { schema: { $ref: "#/components/schemas/Number" }, values: number },
  { schema: { allOf: [{ type: "integer" }, { minimum: 0 }] }, values: fc.nat() },
  {
    schema: { oneOf: [{ type: "boolean" }, { type: "integer" }] },
    values: fc.oneof(fc.boolean(), fc.integer()),
  },
  {
    schema: { anyOf: [{ type: "integer" }, { enum: ["all"] }] },
    values: fc.oneof(fc.integer(), fc.constant("all")),
  },
  { schema: { type: ["integer", "null"] }, values: orNull(fc.integer()) },
];
const arrays: readonly Type[] = [
  { schema: { type: "array", items: { type: "string" } }, values: fc.array(text) },
  { schema: { $ref: "#/components/schemas/Numbers" }, values: fc.array(number) },
  {
    schema: { type: ["array", "null"], items: { type: ["boolean", "null"] } },
    values: fc.array(orNull(fc.boolean())),
  },
];
const objects: readonly Type[] = [
  { schema: { type: "object" }, values: fc.dictionary(text, text) },
  {
    schema: { $ref: "#/components/schemas/Range" },
    values: fc.record({ min: number, kind: text }, { requiredKeys: [] }),
  },
  {
    schema: { type: "object", additionalProperties: { type: ["integer", "null"] } },
    values: fc.dictionary(text, orNull(fc.integer())),
  },
];
const json: Type = {
  schema: {},
  values: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
};

const styles = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
} as const;
const names = {
  query: [
    "p",
    "page[size]",
    "$top",
    "日本",
    "__proto__",
    "constructor",
    "toString",
    "signal",
    "a]b",
    "a b&c=d",
  ],
  path: ["p", "page[size]", "$top", "日本", "__proto__", "constructor", "class", "signal", "a]b", "a-b"],
  header: ["X-P", "$top", "constructor", "toString", "signal"],
};

interface Case {
  readonly id: string;
  readonly title: string;
  readonly parameter: { readonly name: string; readonly in: keyof typeof styles };
  readonly values: fc.Arbitrary<Value>;
}

interface Form {
  readonly place: Case["parameter"]["in"];
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: true;
}

const cases: Case[] = [];
for (const place of ["path", "query", "header"] as const) {
  for (const style of styles[place]) {
    for (const explode of style === "deepObject"
      ? [true]
      : style.endsWith("Delimited")
        ? [false]
        : [false, true]) {
      const isScalar = !/^(deepObject|\w+Delimited)$/.test(style);
      const isEmptyLost = place === "query" && explode;
      for (const type of isScalar ? scalars : []) addCase(type, { place, style, explode });
      for (const { schema, values } of style === "deepObject" ? [] : arrays) {
        const carried = isEmptyLost ? values.filter((value) => (value as unknown[]).length > 0) : values;
        addCase({ schema, values: carried }, { place, style, explode });
      }
      for (const { schema, values } of objects) {
        const carried = isEmptyLost ? values.filter((value) => Object.keys(value ?? {}).length > 0) : values;
        addCase({ schema, values: carried }, { place, style, explode });
      }
    }
  }
  for (const { schema, values } of [json, ...objects, ...arrays]) addCase({ schema, values }, { place });
}
for (const { schema, values } of scalars)
  addCase({ schema, values }, { place: "query", allowReserved: true });

function addCase({ schema, values }: Type, { place, ...more }: Form): void {
  const name = names[place][cases.length % names[place].length] ?? "p";
  const described =
    more.style || more.allowReserved ? { schema, ...more } : { content: { "application/json": { schema } } };
  const parameter = { name, in: place, required: place === "path", ...described };
  cases.push({ id: `send${cases.length}`, title: JSON.stringify(parameter), parameter, values });
}

const api = apiOf({
  openapi: "3.1.0",
  info: { title: "", version: "" },
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Number: { type: "number" },
      Limit: { type: "integer", default: 20 },
      Numbers: { type: "array", items: { $ref: "#/components/schemas/Number" } },
      Range: {
        allOf: [{ properties: { min: { type: "number" } } }, { properties: { kind: { type: "string" } } }],
      },
    },
  },
  paths: Object.fromEntries([
    [
      "/defaults",
      {
        get: {
          operationId: "sendDefaults",
          tags: ["computers"],
          parameters: [
            { name: "limit", in: "query", schema: { $ref: "#/components/schemas/Limit" } },
            { name: "ids", in: "query", schema: { type: "array", default: [1], items: { type: "integer" } } },
            { name: "X-Mode", in: "header", schema: { type: "string", default: "fast" } },
            { name: "name", in: "query", schema: { type: "string" } },
          ],
          responses: { 204: { description: "" } },
        },
      },
    ],
    ...cases.map(({ id, parameter }) => [
      parameter.in === "path" ? `/${id}/{${parameter.name}}/x` : `/${id}`,
      {
        get: {
          operationId: id,
          tags: ["computers"],
          parameters: [parameter],
          responses: { 204: { description: "" } },
        },
      },
    ]),
  ]),
} as never);
// Typed here, because the generator needs a newer standard library than the client.
const generator: string = "@compute-host/openapi/generated-sources";
const { generatedSources }: { generatedSources(api: Api, command: string): Record<string, string> } =
  await import(generator);
const sources = generatedSources(api, "make");
const generated = (file: string, imports = {}) =>
  loadGenerated(sources[`packages/client/src/${file}`] ?? "", imports);

interface Seen {
  readonly path: object;
  readonly params: object;
}
let seen: Seen | undefined;
const handler = (_state: unknown, request: Seen) => {
  seen = request;
  return { status: 204 };
};
/** Has a handler of its own for every operation. */
const fakeHandlers = new Proxy(
  {},
  {
    get: () => handler,
    getOwnPropertyDescriptor: () => ({ configurable: true, value: handler }),
  },
);
vi.doMock("../src/operations.gen.ts", () =>
  generated("operations.gen.ts", {
    "./operation.ts": operation,
    "./parameter-writers.ts": writers,
    "./adapt.ts": adapt,
  }),
);
vi.doMock("../src/schema-nodes.gen.ts", () => generated("schema-nodes.gen.ts"));
vi.doMock("../src/testing/fake-handlers.ts", () => ({ fakeHandlers }));
vi.resetModules();
const { createResources } = await import("../src/resources.ts");
const { createTransport } = await import("../src/transport.ts");
const { resolveConfig } = await import("../src/config.ts");
const { createClient: createPathClient } = await import("../src/openapi-fetch.ts");
const { createFakeService } = await import("../src/testing/fake-service.ts");

// The files of a worker share their modules.
afterAll(() => {
  for (const file of ["operations.gen.ts", "schema-nodes.gen.ts", "testing/fake-handlers.ts"]) {
    vi.doUnmock(`../src/${file}`);
  }
  vi.resetModules();
});

const fake = createFakeService();
const config = resolveConfig({ baseUrl: "http://fake/api", token: "any", fetch: fake.fetch });
const resources = createResources(config, createTransport(config)) as unknown as Record<
  "computers",
  Record<string, (argument: unknown) => ApiCall<void>>
>;

const byPath = createPathClient({ baseUrl: "http://fake/api", token: "any", fetch: fake.fetch });

test.each(cases)(
  "$title arrives as it was sent, by method and by path",
  async ({ id, parameter, values }) => {
    const { name, in: place } = parameter;
    const method = resources.computers[id];
    const path = place === "path" ? `/${id}/{${name}}/x` : `/${id}`;
    const isJson = "content" in parameter;
    const send = async (value: Value, isByPath: boolean) => {
      const params = Object.fromEntries([[name, value]]);
      if (isByPath) await byPath.GET(path as never, { params: { [place]: params } } as never);
      else await method?.(place === "path" ? value : params);
    };
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async (value, isByPath) => {
        try {
          await send(value, isByPath);
        } catch (error) {
          // What a style cannot carry is refused before it is sent.
          if ((error as Error).name !== InvalidArgumentError.kind) throw error;
          return fc.pre(false);
        }
        const { path = {}, params = {} } = seen ?? {};
        const given = new Map<string, unknown>(Object.entries(place === "path" ? path : params));
        // `null` is like an absent parameter.
        expect(given.get(name)).toEqual(value === null && !isJson ? undefined : value);
      }),
      { numRuns: 20 },
    );
  },
);

test("the fake applies the defaults of parameters that were not sent", async () => {
  await resources.computers.sendDefaults?.({});
  expect(seen?.params).toEqual({ limit: 20, ids: [1], "X-Mode": "fast" });
  await resources.computers.sendDefaults?.({ limit: 0, ids: [2, 3], "X-Mode": "slow", name: "a" });
  expect(seen?.params).toEqual({ limit: 0, ids: [2, 3], "X-Mode": "slow", name: "a" });
});
