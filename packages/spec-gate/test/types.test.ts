import { dump, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { diff } from "../src/diff.ts";
import { formatReport, reportFormats } from "../src/report/report.ts";
import { compareTypes, type TypeChange } from "../src/types/compare-types.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { folder, write } = temporaryFiles();

const base = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getThing
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [a, b] } }
      responses:
        "200":
          description: A thing.
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
    put:
      operationId: putThing
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Input" } } }
      responses:
        "200":
          description: A thing.
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
webhooks:
  added:
    post:
      requestBody:
        content: { application/json: { schema: { type: string, enum: [a, b] } } }
      responses: { "204": { description: Ok. } }
  gone: { post: { responses: { "204": { description: Ok. } } } }
components:
  parameters:
    Page: { name: page, in: query, schema: { type: integer } }
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        name: { type: string }
        note: { type: string }
        parts: { type: array, items: { $ref: "#/components/schemas/Thing" } }
        state: { type: string, enum: [on, off] }
    Input:
      oneOf: [{ $ref: "#/components/schemas/Text" }, { $ref: "#/components/schemas/Picture" }]
    Text: { type: object, required: [kind], properties: { kind: { const: text } } }
    Picture: { type: object, required: [kind], properties: { kind: { const: picture } } }
    Spare: { type: object, properties: { count: { type: integer } } }
`;

// biome-ignore lint/suspicious/noExplicitAny: descriptions are changed by path.
type Edit = (api: any) => void;

function changed(edit: Edit): { base: string; revision: string } {
  const api = load(base);
  edit(api);
  return { base: write("base.yaml", base), revision: write("revision.yaml", dump(api)) };
}

const schemas =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.components.schemas);
const rename = (from: string, to: string) => (holder: Record<string, unknown>) => {
  holder[to] = holder[from];
  delete holder[from];
};

const brief = ({ rule, subjects, place, impact }: TypeChange) =>
  [rule, subjects.join(" + "), place, impact].filter(Boolean).join(", ");

const both = "GET /things/{id} + PUT /things/{id}";
const body = "responses › 200 › application/json";

describe("the generated types", () => {
  test.each<[name: string, edit: Edit, expected: string[]]>([
    ["nothing", () => {}, []],
    ["texts", (api) => (api.info.title = "Others"), []],
    [
      "an optional property of a response",
      schemas(({ Thing }) => (Thing.properties.size = { type: "integer" })),
      [],
    ],
    ["a new operation", (api) => (api.paths["/others"] = { get: { responses: {} } }), []],
    [
      "a new query parameter",
      (api) => api.paths["/things/{id}"].get.parameters.push({ name: "q", in: "query", schema: {} }),
      [],
    ],
    [
      "the first parameter and the first body of an operation",
      (api) => {
        api.paths["/things/{id}"].put.parameters = [{ name: "q", in: "query", schema: {} }];
        api.paths["/things/{id}"].get.requestBody = { content: {} };
      },
      [],
    ],
    [
      "a union of a webhook that grew, and a webhook that is gone",
      (api) => {
        api.webhooks.added.post.requestBody.content["application/json"].schema.enum.push("c");
        delete api.webhooks.gone;
      },
      [
        "types-webhook-removed, webhook gone, major",
        "types-webhook, webhook added, payload › requestBody › content › application/json, major",
      ],
    ],
    [
      "a shared parameter that is gone",
      (api) => delete api.components.parameters,
      ["types-component-removed, parameter Page, major"],
    ],
    [
      "a renamed path parameter",
      (api) => {
        rename("/things/{id}", "/things/{thingId}")(api.paths);
        api.paths["/things/{thingId}"].parameters[0].name = "thingId";
      },
      [`types-path-renamed, ${both}, major`],
    ],
    [
      "a removed operation",
      (api) => delete api.paths["/things/{id}"].put,
      ["types-operation-removed, PUT /things/{id}, major"],
    ],
    [
      "a renamed operationId",
      (api) => (api.paths["/things/{id}"].get.operationId = "readThing"),
      ["types-operation-id-changed, GET /things/{id}, major"],
    ],
    ["a renamed schema", schemas(rename("Spare", "Other")), ["types-schema-renamed, schema Spare, major"]],
    ["a removed schema", schemas((all) => delete all.Spare), ["types-schema-removed, schema Spare, major"]],
    [
      "a removed value of a parameter",
      (api) => (api.paths["/things/{id}"].get.parameters[0].schema.enum = ["a"]),
      ["types-arguments, GET /things/{id}, arguments › query › sort, major"],
    ],
    [
      "a removed parameter",
      (api) => delete api.paths["/things/{id}"].get.parameters,
      ["types-arguments, GET /things/{id}, arguments › query, major"],
    ],
    [
      "a body that is now required",
      (api) => (api.paths["/things/{id}"].put.requestBody.required = true),
      ["types-arguments, PUT /things/{id}, arguments › requestBody, major"],
    ],
    [
      "a union of a request that grew",
      schemas((all) => {
        all.Sound = { type: "object", required: ["kind"], properties: { kind: { const: "sound" } } };
        all.Input.oneOf.push({ $ref: "#/components/schemas/Sound" });
      }),
      ["types-schema-other-way, schema Input, kind, minor"],
    ],
    [
      "an enum of a response that grew",
      schemas(({ Thing }) => Thing.properties.state.enum.push("idle")),
      [`types-responses, ${both}, ${body} › state, major`, "types-schema-read, schema Thing, state, major"],
    ],
    [
      "a removed optional property",
      schemas(({ Thing }) => delete Thing.properties.note),
      [`types-property-gone, ${both}, ${body}, major`, "types-property-gone, schema Thing, major"],
    ],
    [
      "a property that a response now always has",
      schemas(({ Thing }) => Thing.required.push("note")),
      ["types-schema-other-way, schema Thing, note, minor"],
    ],
    [
      "a removed status",
      (api) => (api.paths["/things/{id}"].get.responses = { 204: { description: "None." } }),
      ["types-responses, GET /things/{id}, responses, major"],
    ],
  ])("stop compiling in the right places after %s", async (_name, edit, expected) => {
    const { base, revision } = changed(edit);
    expect((await compareTypes(base, revision)).map(brief)).toEqual(expected);
  });

  test("say what is wrong", async () => {
    const { base, revision } = changed(schemas(({ Thing }) => Thing.properties.state.enum.push("idle")));
    const [change] = await compareTypes(base, revision);
    expect(change?.message).toBe(
      `code that reads the response no longer compiles: Type '"idle"' is not assignable to type '"on" | "off" | undefined'.`,
    );
  });

  test("are generated from a description of several files", async () => {
    write("parts.yaml", "Thing: { type: object, properties: { a: { type: string } } }\n");
    const split = schemas((all) => (all.Thing = { $ref: "parts.yaml#/Thing" }));
    const { revision } = changed(split);
    expect(await compareTypes(revision, write("same.yaml", dump(load(base))))).not.toEqual([]);
    expect(await compareTypes(revision, revision)).toEqual([]);
  });
});

const grown = schemas(({ Thing }) => Thing.properties.state.enum.push("idle"));
const renamed = schemas(rename("Spare", "Other"));

describe("--types", () => {
  test("reports whether the wire breaks as well, with an impact of their own", async () => {
    const wire = await diff({ ...changed(grown), isTyped: true });
    expect(wire.types?.changes.map(({ wire }) => wire)).toEqual(["breaks", "breaks"]);
    const names = await diff({ ...changed(renamed), isTyped: true });
    expect(names).toMatchObject({ impact: "patch", types: { impact: "major", changes: [{ wire: "same" }] } });
  });

  test("block the gate unless the policy or an acceptance lets the change pass", async () => {
    const { base, revision } = changed(renamed);
    const check = (...args: string[]) => runCli(["check", "--base", base, revision, ...args], folder);
    expect((await check()).code).toBe(0);
    const { code, stdout } = await check("--types");
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED {2}Types/);
    expect(stdout).toContain(
      "Types: 1 place stops compiling, 1 of them although requests and responses are the same.",
    );
    write("spec-gate.yaml", "rules: { types-schema-renamed: minor }\n");
    expect((await check("--types")).code).toBe(0);
    write("spec-gate.yaml", "{}\n");
    expect((await check("--types", "--accept", "--reason", "names of ours")).code).toBe(0);
    expect((await check("--types")).code).toBe(0);
    // Without a comparison of types, an acceptance of a type change is neither used nor unused.
    expect((await check()).code).toBe(0);
  });

  test("is part of a report in each format", async () => {
    const report = await diff({ ...changed(renamed), isTyped: true });
    for (const format of reportFormats) {
      expect(formatReport(report, format)).toMatch(
        format === "json"
          ? /"base": "Spare",\s+"revision": "Other"/
          : /its name in .?`components.?` changed: Spare → Other/,
      );
    }
  });

  test("a discriminator's mapping may name components", async () => {
    const mapped = schemas(({ Input }) => {
      Input.discriminator = { propertyName: "kind", mapping: { text: "Text", picture: "Picture" } };
    });
    const { base, revision } = changed(mapped);
    expect((await compareTypes(base, revision)).map(brief)).toEqual([]);
  });

  test("that fail leave the verdict on the wire", async () => {
    const { base, revision } = changed((api) => {
      delete api.paths["/things/{id}"].put;
      api.components.schemas.Spare.discriminator = { propertyName: "a", mapping: { b: "#/components/no" } };
    });
    const { code, stdout } = await runCli(["diff", base, revision, "--types"], folder);
    expect(code).toBe(2);
    expect(stdout).toMatch(/operation-removed[\s\S]*Types: openapi-typescript cannot generate types/);
  });

  test("a broken reference leaves the wire and the types without a verdict", async () => {
    const { base, revision } = changed((api) => {
      api.paths["/things/{id}"].get.responses["200"].content["application/json"].schema = {
        $ref: "gone.yaml",
      };
    });
    const { code, stdout } = await runCli(["check", "--types", "--base", base, revision], folder);
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining("NO VERDICT") });
  });
});
