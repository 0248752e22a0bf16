import { describe, expect, test } from "vitest";
import { diff } from "../src/diff.ts";
import type { JsonObject } from "../src/json-value.ts";
import { trafficText } from "../src/report/traffic-text.ts";
import { descriptionOf, json, object, type Parts } from "./api.ts";
import { type Exchanged, harOf } from "./har.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { folder, write } = temporaryFiles();
const string = { type: "string" };
const short = { type: "string", maxLength: 5 };

let files = 0;
const writeNew = (content: unknown) => write(`${++files}.json`, content);
const reportOf = (a: Parts, b: Parts, recorded: readonly Exchanged[]) =>
  diff({
    base: writeNew(descriptionOf(a)),
    revision: writeNew(descriptionOf(b)),
    traffic: [writeNew(harOf(...recorded))],
  });

/** What the report says about the first change, without the words that are the same in all. */
async function saidOf(a: Parts, b: Parts, recorded: readonly Exchanged[]): Promise<string | undefined> {
  const { changes } = await reportOf(a, b, recorded);
  const text = changes[0] && trafficText(changes[0]);
  return text?.replace("traffic: ", "").replace(" requests to POST /things/{thingId} on 2026-11-01", "");
}

const parameter = (place: string, schema: JsonObject, more: JsonObject = {}) => ({
  parameters: [{ name: "X-q", in: place, schema, ...more }],
});
const inBody = (schema: JsonObject, more: JsonObject = {}) => ({ request: object({ a: schema }, more) });
const inList = (schema: object) => ({
  response: object({ list: { type: "array", items: object({ a: schema }) } }),
});
const form = (schema: object) => ({
  operation: { requestBody: { content: { "multipart/form-data": { schema: object({ a: schema }) } } } },
});
const responses = (...statuses: readonly (readonly [status: string, schema: JsonObject])[]) => {
  const described = statuses.map(([status, schema]) => [status, { description: "", content: json(schema) }]);
  return { operation: { responses: Object.fromEntries(described) } };
};
const pets = (claws: readonly string[]) => {
  const kind = (name: string) => ({ type: "string", enum: [name] });
  const cat = object({ kind: kind("cat"), claws: string }, { required: ["kind", ...claws] });
  return { request: { oneOf: [cat, object({ kind: kind("dog") }, { required: ["kind"] })] } };
};
const header = (more: JsonObject) => ({
  operation: { responses: { 200: { description: "", headers: { "X-Left": { schema: string, ...more } } } } },
});
const closed = (names: readonly string[], additional: unknown = false) => ({
  response: object(Object.fromEntries(names.map((name) => [name, string])), {
    additionalProperties: additional,
  }),
});
const pet = (...kinds: readonly string[]) => {
  const variant = (kind: string) => object({ kind: { const: kind } }, { required: ["kind"] });
  return { response: { oneOf: kinds.map(variant) } };
};

describe("a change concerns the recorded requests", () => {
  test.each<[which: string, a: Parts, b: Parts, recorded: Exchanged[], said: string | undefined]>([
    [
      "to an operation that is gone",
      {},
      { paths: { "/other": { get: { responses: {} } } } },
      [{}, { method: "GET" }],
      "1 of 1 call it",
    ],
    [
      "to an operation whose credentials change",
      {},
      { root: { security: [{ key: [] }] } },
      [{}, {}],
      "2 of 2 call it",
    ],
    [
      "that send a query parameter",
      parameter("query", string),
      parameter("query", short),
      [{ url: "/things/1?X-q=long" }, { url: "/things/1?x-q=b" }],
      "1 of 2 send it",
    ],
    [
      "that send an exploded query parameter",
      parameter("query", object({ a: string })),
      parameter("query", object({ a: short })),
      [{ url: "/things/1?a=1" }, { url: "/things/1?b=1" }],
      "1 of 2 send it",
    ],
    [
      "that send a property of a deep query parameter",
      parameter("query", object({ a: string, b: string }), { style: "deepObject" }),
      parameter("query", object({ a: short, b: string }), { style: "deepObject" }),
      [{ url: "/things/1?X-q[a]=1" }, { url: "/things/1?X-q[b]=1" }],
      "1 of 2 send it",
    ],
    [
      "that send an undeclared property of a deep query parameter",
      parameter("query", object({ a: string }, { additionalProperties: string }), { style: "deepObject" }),
      parameter("query", object({ a: string }, { additionalProperties: short }), { style: "deepObject" }),
      [{ url: "/things/1?X-q[a]=1" }, { url: "/things/1?X-q[b]=1" }],
      "1 of 2 send it",
    ],
    [
      "that send a header",
      parameter("header", string),
      parameter("header", short),
      [{ headers: { "x-Q": "1" } }, {}],
      "1 of 2 send it",
    ],
    [
      "that send a cookie",
      parameter("cookie", string),
      parameter("cookie", short),
      [{ headers: { Cookie: "a=b; X-q=1" } }, { cookies: { "X-q": "1" } }, {}],
      "2 of 3 send it",
    ],
    [
      "that leave out a parameter that is now required",
      {},
      parameter("query", string, { required: true }),
      [{ url: "/things/1?X-q=1" }, {}],
      "1 of 2 leave it out",
    ],
    [
      "that have no body, which is now required",
      { operation: { requestBody: { content: json({}) } } },
      { operation: { requestBody: { content: json({}), required: true } } },
      [{ body: {} }, { body: "" }, {}],
      "2 of 3 leave it out",
    ],
    [
      "that leave out a property that is now required",
      inBody(string),
      inBody(string, { required: ["a"] }),
      [{ body: { a: 1 } }, { body: {} }, { body: { b: 1 } }],
      "2 of 3 leave it out",
    ],
    [
      "of a variant that leave out a property",
      pets([]),
      pets(["claws"]),
      [{ body: { kind: "cat" } }, { body: { kind: "dog" } }, { body: { kind: "cat", claws: "" } }],
      "1 of 3 leave it out",
    ],
    [
      "that send a body in a media type that is gone",
      { operation: { requestBody: { content: { "text/*": {}, "text/csv": {} } } } },
      { operation: { requestBody: { content: { "text/csv": {} } } } },
      [
        { body: "x", media: "text/plain; charset=utf-8" },
        { body: "x", media: "text/csv" },
      ],
      "1 of 2 send it",
    ],
    [
      "that send a part of a form, recorded as values or as text",
      form(string),
      form(short),
      [
        { form: { a: "1" }, media: "multipart/form-data" },
        {
          body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
          media: "multipart/form-data",
        },
        { form: { b: "1" }, media: "multipart/form-data" },
      ],
      "2 of 3 send it",
    ],
    [
      "whose response has a property in a list",
      inList(short),
      inList(string),
      [{ response: { list: [{}, { a: "b" }] } }, { response: { list: [{}] } }, { response: { a: 1 } }],
      "1 of 3 receive it",
    ],
    [
      "whose response has a status, described by a range or by default",
      responses(["200", {}], ["4XX", string], ["default", string]),
      responses(["200", {}], ["4XX", { type: "integer" }], ["default", string]),
      [{}, { status: 404 }, { status: 500 }, { status: 0 }],
      "1 of 4 receive it",
    ],
    [
      "whose response has a header",
      header({ required: true }),
      header({}),
      [{ responseHeaders: { "x-left": "1" } }, {}],
      "1 of 2 receive it",
    ],
    [
      "whose response has the object that gets a property",
      closed(["a"]),
      closed(["a", "b"]),
      [{ response: { a: "" } }, { status: 500 }],
      "1 of 2 receive it",
    ],
    [
      "whose response has the object that gets a variant",
      pet("cat"),
      pet("cat", "dog"),
      [{ response: { kind: "cat" } }],
      "1 of 1 receive it",
    ],
    [
      "whose response has a property that is not declared",
      closed(["a"], short),
      closed(["a"], string),
      [{ response: { a: "" } }, { response: { b: "" } }],
      "1 of 2 receive it",
    ],
    [
      "whose body was not recorded, perhaps",
      { response: short },
      { response: string },
      [{ isResponseLeftOut: true }],
      "1 of 1 receive it",
    ],
    [
      "whose property was not recorded, perhaps",
      inList(short),
      inList(string),
      [{ isResponseLeftOut: true }, { response: "{" }, {}],
      "0 of 3 receive it; the bodies of 2 more cannot be read",
    ],
    [
      "to a server that is gone",
      { root: { servers: [{ url: "https://a.example/v1" }, { url: "https://b.example/v1" }] } },
      { root: { servers: [{ url: "https://a.example/v1" }] } },
      [{ url: "https://a.example/v1/things/1" }, { url: "https://b.example/v1/things/1" }],
      "1 of 2 requests on 2026-11-01 go to it",
    ],
    [
      "of webhooks, which are not recorded",
      { root: { webhooks: { a: { post: { responses: {} } } } } },
      {},
      [{}],
      undefined,
    ],
  ])("%s", async (_which, a, b, recorded, said) => {
    expect(await saidOf(a, b, recorded)).toBe(said);
  });

  test("wherever its schema is, although the change names the nearest place only", async () => {
    const reference = { $ref: "#/components/schemas/Name" };
    const has = (name: string, schema: unknown) => ({ [name]: schema });
    const owner = { ...has("one", reference), ...has("two", { allOf: [reference], description: "" }) };
    const maps = { type: "object", additionalProperties: { anyOf: [reference, { type: "null" }] } };
    const lists = { type: "array", items: { $ref: "#/components/schemas/Owner" } };
    const of = (name: object) => ({
      request: { $ref: "#/components/schemas/Owner" },
      schemas: { Name: name, Owner: object({ ...owner, maps, lists, other: { type: "string" } }) },
    });
    const bodies = [{ one: "" }, { two: "" }, { maps: { a: "" } }, { lists: [{ lists: [{}, { two: "" }] }] }];
    const others = [{ other: "" }, { unknown: { one: "" } }, { lists: [{}] }];
    const recorded = [...bodies, ...others].map((body) => ({ body }));
    expect(await saidOf(of(string), of(short), recorded)).toBe("4 of 7 send it");
  });

  test("of all its operations, each of them once", async () => {
    const schemas = (name: object) => ({
      Pet: object({ name, friend: { $ref: "#/components/schemas/Pet" } }),
    });
    const body = { requestBody: { content: json({ $ref: "#/components/schemas/Pet" }) }, responses: {} };
    const paths = { "/pets": { post: body }, "/pets/{id}": { put: body } };
    const [name, friend] = ["x", { name: "y" }];
    const { changes } = await reportOf(
      { paths, schemas: schemas(string) },
      { paths, schemas: schemas(short) },
      [
        { url: "/pets", body: { name, friend } },
        { url: "/pets", body: {}, day: 3 },
        { url: "/pets/1", method: "PUT", body: { friend }, day: 2 },
      ],
    );
    expect(changes.map(({ traffic }) => traffic)).toEqual([
      { concerned: 2, requests: 3, counted: "sent", from: "2026-11-01", to: "2026-11-03" },
    ]);
  });
});

test("a request is to the most literal path on any host, below the path of a server", async () => {
  const removed = (path: string) => ({ [path]: { get: { responses: {} } } });
  const paths = {
    ...removed("/a/{id}"),
    ...removed("/a/mine"),
    ...removed("/a/{id}.json"),
    ...removed("/{x}/b c"),
  };
  const root = {
    servers: [{ url: "https://one.example/v1/" }, { url: "/{any}/api", variables: { any: {} } }],
  };
  const urls = [
    "/v1/a/1",
    "/v1/a/2?q=1",
    "/x/api/a/mine",
    "/v1/a/3.json",
    "/v1/z/b%20c",
    "/a/1",
    "/v1/a/1/2",
    "/v1/a/",
  ];
  const { changes, traffic } = await reportOf({ paths, root }, { paths: {}, root }, [
    ...urls.map((url) => ({ url, method: "get" })),
    { url: "/v1/a/1" },
  ]);
  const counts = changes.map(({ subjects, traffic }) => [subjects[0], traffic?.requests]);
  expect(Object.fromEntries(counts)).toEqual({
    "GET /a/{id}": 2,
    "GET /a/mine": 1,
    "GET /a/{id}.json": 1,
    "GET /{x}/b c": 1,
  });
  expect(traffic).toMatchObject({ requests: 9, unmatched: 4 });
});

describe("the report", () => {
  const base = writeNew(descriptionOf({ ...inBody(string), ...parameter("query", string) }));
  const revision = writeNew(descriptionOf({ ...inBody(short), ...parameter("query", short) }));
  const run = (...options: string[]) => runCli(["diff", base, revision, ...options], folder);

  test("has a line for each change, and counts what matches no operation once, over all files", async () => {
    const recorded = [writeNew(harOf({ body: { a: 1 } }, { url: "/" })), writeNew(harOf({ day: 7 }))];
    const options = recorded.flatMap((file) => ["--traffic", file]);
    const line = "raffic: 1 of 2 requests to POST /things/{thingId} from 2026-11-01 to 2026-11-07 send it";
    const { stdout: text, code } = await run(...options);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(` t${line}\n`) });
    expect(text).toMatch(/traffic: 0 of 2 requests .* from 2026-11-01 to 2026-11-07 send it/);
    expect(text.match(/\b1 request matches no operation\./g)).toHaveLength(1);
    expect((await run(...options, "--format", "markdown")).stdout).toContain(` T${line}.\n`);
    expect((await run()).stdout).not.toContain("raffic");
  });

  test("says that no request is recorded rather than that none is concerned", async () => {
    const { stdout } = await run("--traffic", writeNew(harOf({ url: "/" }, { url: "/", day: 2 })));
    expect(stdout).toContain(
      "no request to POST /things/{thingId} is recorded from 2026-11-01 to 2026-11-02",
    );
  });

  test("leaves out exempt operations", async () => {
    const policy = write("policy.yaml", "exempt: { paths: [/things/**] }\n");
    const { stdout } = await run("--policy", policy, "--traffic", writeNew(harOf({})));
    expect(stdout).not.toContain("raffic");
  });

  test.each(["text", "json", "markdown", "html", "sarif", "junit", "github-actions", "changelog"])(
    "has nothing that was recorded but counts and days, as %s",
    async (format) => {
      const marked = { "X-SECRET": "SECRET", SECRET: "SECRET" };
      const whole = { headers: marked, cookies: marked, responseHeaders: marked, status: 500 };
      const file = writeNew(
        harOf(
          {
            ...whole,
            url: "https://SECRET.example/things/SECRET?X-q=SECRET&SECRET=1#SECRET",
            body: { a: "SECRET", SECRET: 1 },
          },
          { ...whole, url: "/SECRET/SECRET", method: "SECRET", response: { SECRET: "SECRET" } },
          { ...whole, form: marked, media: "multipart/SECRET" },
          { ...whole, body: "SECRET{", response: "SECRET{" },
        ),
      );
      const { stdout, stderr } = await run("--witness", "--format", format, "--traffic", file);
      expect(stdout).toContain("maxLength 5");
      expect(`${stdout}${stderr}`.replaceAll(file, "")).not.toMatch(/secret/i);
    },
  );
});

test.each<[what: string, content: unknown, says: string]>([
  ["no JSON", '{ "log": SECRET', "is not HAR 1.2: it is not JSON"],
  ["no HAR", { openapi: "SECRET" }, "is not HAR 1.2: the file must have required property 'log'"],
  ["nothing", harOf(), "records no request: /log/entries is empty"],
  [
    "no method",
    { log: { entries: [{ ...harOf({}).log.entries[0], request: { url: "SECRET" } }] } },
    "is not HAR 1.2: /log/entries/0/request must have required property 'method'",
  ],
  ["a relative URL", harOf({}, { url: "SECRET" }), "is not HAR 1.2: /log/entries/1/request/url is not a URL"],
  [
    "no date",
    { log: { entries: [{ ...harOf({}).log.entries[0], startedDateTime: "SECRET" }] } },
    'is not HAR 1.2: /log/entries/0/startedDateTime must match format "iso-date-time"',
  ],
])("a file with %s is refused in one line that quotes nothing of it", async (_what, content, says) => {
  const file = writeNew(content);
  const base = writeNew(descriptionOf({}));
  const run = (...options: string[]) => runCli(["diff", base, base, ...options], folder);
  expect(await run("--traffic", file)).toEqual({
    code: 2,
    stdout: "",
    stderr: `spec-gate: ${file} ${says}\n`,
  });
});
