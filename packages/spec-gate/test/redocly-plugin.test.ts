import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { redoclyDiff } from "../corpus/redocly-diff.ts";
import { runRedocly } from "../src/redocly/run-redocly.ts";
import { descriptionOf, json, object, type Parts } from "./api.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { folder, write } = temporaryFiles();
const config = fileURLToPath(new URL("../redocly-diff.yaml", import.meta.url));
const specConfig = fileURLToPath(new URL("../../../spec/redocly.yaml", import.meta.url));
const string = { type: "string" };

interface RedoclyReport {
  readonly summary: { readonly major: number };
  readonly changes: readonly { readonly verdicts: readonly { readonly ruleId: string }[] }[];
}

async function diffWith(base: string, revision: string, configFile: string) {
  const run = await runRedocly(["diff", base, revision, "--config", configFile, "--format", "json"], folder);
  const report = JSON.parse(run.stdout.slice(run.stdout.indexOf("{"))) as RedoclyReport;
  return {
    exitCode: run.exitCode,
    major: report.summary.major,
    rules: report.changes.flatMap((each) => each.verdicts.map(({ ruleId }) => ruleId)),
  };
}

const operation = (more: Record<string, unknown>) => ({
  responses: { 200: { description: "Done." } },
  ...more,
});
const query = (schema: unknown) => operation({ parameters: [{ name: "q", in: "query", schema }] });
const body = (schema: unknown) => operation({ requestBody: { content: json(schema) } });
const responding = (schema: unknown, more = {}) =>
  operation({ responses: { 200: { description: "Done.", content: json(schema), ...more } } });
const header = (required: boolean) =>
  responding(string, { headers: { "X-A": { required, schema: string } } });
const pets = (propertyName: string) =>
  responding({
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
    discriminator: { propertyName },
  });
const bearer = { type: "http", scheme: "bearer" };

/** Name, before, after, and the gate's rule: changes that `redocly diff` alone misses. */
const blindSpots: readonly (readonly [string, unknown, unknown, string])[] = [
  [
    "query-default",
    query({ type: "string", default: "a" }),
    query({ type: "string", default: "b" }),
    "parameter-default-changed",
  ],
  [
    "body-default",
    body(object({ a: { type: "string", default: "a" } })),
    body(object({ a: { type: "string", default: "b" } })),
    "request-default-changed",
  ],
  [
    "property-removed",
    body(object({ a: string, b: string })),
    body(object({ a: string })),
    "request-property-removed",
  ],
  ["property-renamed", body(object({ a: string })), body(object({ b: string })), "request-property-removed"],
  [
    "required-body",
    operation({}),
    operation({ requestBody: { required: true, content: json(string) } }),
    "body-required",
  ],
  [
    "read-only",
    body(object({ a: string })),
    body(object({ a: { type: "string", readOnly: true } })),
    "request-property-removed",
  ],
  [
    "write-only",
    responding(object({ a: string })),
    responding(object({ a: { type: "string", writeOnly: true } })),
    "response-property-removed",
  ],
  ["header-optional", header(true), header(false), "response-header-optional"],
  ["discriminator", pets("kind"), pets("type"), "response-discriminator-changed"],
  ["secured", operation({ security: [] }), operation({}), "security-tightened"],
];

const problem = { description: "Failed.", content: json(string) };

/** Harmless changes that `redocly diff` alone calls breaking. */
const falseAlarms: readonly (readonly [string, unknown, unknown])[] = [
  [
    "not-found",
    operation({ responses: { 200: { description: "Done." }, 404: problem, 409: problem } }),
    operation({}),
  ],
  [
    "reference",
    responding({ $ref: "#/components/schemas/Cat" }),
    responding({ allOf: [{ $ref: "#/components/schemas/Cat" }] }),
  ],
  ["enum", responding({ enum: ["a", "b"] }), responding({ oneOf: [{ const: "a" }, { const: "b" }] })],
];

function description(operations: readonly (readonly [string, unknown])[], bearerFormat?: string): Parts {
  const pet = object({ kind: string, type: string }, { required: ["kind", "type"] });
  return {
    paths: Object.fromEntries(operations.map(([name, post]) => [`/${name}`, { post }])),
    schemas: { Cat: pet, Dog: pet },
    components: { securitySchemes: { bearer: bearerFormat ? { ...bearer, bearerFormat } : bearer } },
    root: { security: [{ bearer: [] }] },
  };
}

const isMoved = { name: "q", in: "query", schema: string };
const harmlessBase = description(
  falseAlarms.map(([name, before]) => [name, before]),
  "key",
);
const harmlessRevision = description(
  falseAlarms.map(([name, , after]) => [name, after]),
  "JWT",
);
const files = {
  blindBase: write(
    "blind-base.json",
    descriptionOf(description(blindSpots.map(([name, before]) => [name, before]))),
  ),
  blindRevision: write(
    "blind-revision.json",
    descriptionOf(description(blindSpots.map(([name, , after]) => [name, after]))),
  ),
  harmlessBase: write(
    "harmless-base.json",
    descriptionOf({
      ...harmlessBase,
      paths: { ...harmlessBase.paths, "/moved": { parameters: [isMoved], get: operation({}) } },
    }),
  ),
  harmlessRevision: write(
    "harmless-revision.json",
    descriptionOf({
      ...harmlessRevision,
      paths: { ...harmlessRevision.paths, "/moved": { get: operation({ parameters: [isMoved] }) } },
    }),
  ),
};

describe("redocly diff with the plugin", () => {
  test("sees every blind spot of redocly diff", async () => {
    const { exitCode, rules } = await diffWith(files.blindBase, files.blindRevision, config);
    const expected = blindSpots.map(([, , , rule]) => `spec-gate/${rule}`);
    expect({ exitCode, rules: rules.filter((rule) => rule.startsWith("spec-gate/")).sort() }).toEqual({
      exitCode: 1,
      rules: expected.sort(),
    });
  });

  test("stays silent on every false alarm of redocly diff", async () => {
    const { exitCode, major } = await diffWith(files.harmlessBase, files.harmlessRevision, config);
    expect({ exitCode, major }).toEqual({ exitCode: 0, major: 0 });
  });

  test("is needed: redocly diff alone finds fewer, and raises false alarms", async () => {
    const alone = write("alone.yaml", "extends: [diff-recommended]\ntelemetry: off\n");
    const blind = await diffWith(files.blindBase, files.blindRevision, alone);
    const harmless = await diffWith(files.harmlessBase, files.harmlessRevision, alone);
    expect(blind.major).toBeLessThan(blindSpots.length);
    expect(harmless.major).toBeGreaterThan(0);
  });
});

describe("a removed operation", () => {
  const base = write(
    "two.json",
    descriptionOf(
      description([
        ["a", operation({})],
        ["b", operation({})],
      ]),
    ),
  );
  const revision = write("one.json", descriptionOf(description([["a", operation({})]])));

  test.each([
    ["the configuration of the spec", specConfig],
    ["the configuration of the plugin", config],
  ])("fails redocly diff with %s", async (_name, file) => {
    expect(await diffWith(base, revision, file)).toMatchObject({ exitCode: 1, major: expect.any(Number) });
  });

  test("is found by redocly diff, regardless of other configuration files", async () => {
    write("redocly.yaml", "extends: [recommended-strict]\ntelemetry: off\n");
    expect((await redoclyDiff(base, revision)).length).toBeGreaterThan(0);
  });
});
