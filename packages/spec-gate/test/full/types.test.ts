import { dump, load } from "js-yaml";
import ts from "typescript";
import { expect, test } from "vitest";
import { programOf } from "../../src/types/assignability.ts";
import { compareTypes } from "../../src/types/compare-types.ts";
import { generateTypes } from "../../src/types/generated-types.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { userProgram } from "../user-program.ts";

const { write } = temporaryFiles();

const base = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /plain:
    get: { responses: { "204": { description: None. } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getThing
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [a, b] } }
        - { $ref: "#/components/parameters/Limit" }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses:
        "200":
          description: A thing.
          headers: { X-Rate: { schema: { type: integer } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
        "404": { $ref: "#/components/responses/Missing" }
    put:
      operationId: putThing
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Input" } } }
      responses:
        "200":
          description: A thing.
          content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
webhooks:
  thingAdded:
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Event" } } }
      responses:
        "200": { description: Ok., content: { application/json: { schema: { $ref: "#/components/schemas/Reply" } } } }
components:
  parameters:
    Limit: { name: limit, in: query, schema: { type: integer } }
  responses:
    Missing:
      description: Missing.
      content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        name: { type: string }
        note: { type: string }
        size: { type: integer }
        tags: { type: array, items: { type: string } }
        owner: { $ref: "#/components/schemas/Owner" }
        state: { type: string, enum: [on, off] }
        labels: { type: object, additionalProperties: { type: string } }
    Owner: { type: object, required: [id], properties: { id: { type: string }, mail: { type: string } } }
    Input: { oneOf: [{ $ref: "#/components/schemas/Text" }, { $ref: "#/components/schemas/Picture" }] }
    Text: { type: object, required: [kind], properties: { kind: { type: string, const: text }, lines: { type: integer } } }
    Picture: { type: object, required: [kind], properties: { kind: { type: string, const: picture }, mode: { type: string, enum: [rgb, cmyk] } } }
    Event: { oneOf: [{ $ref: "#/components/schemas/Added" }, { $ref: "#/components/schemas/Gone" }] }
    Added: { type: object, required: [kind], properties: { kind: { type: string, const: added }, by: { type: string } } }
    Gone: { type: object, required: [kind], properties: { kind: { type: string, const: gone } } }
    Reply: { type: object, properties: { done: { type: boolean } } }
    Spare: { type: object, properties: { count: { type: integer } } }
`;

// biome-ignore lint/suspicious/noExplicitAny: descriptions are changed by path.
type Edit = (api: any) => unknown;

const get =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.paths["/things/{id}"].get);
const put =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.paths["/things/{id}"].put);
const plain =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.paths["/plain"].get);
const hook =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.webhooks.thingAdded.post);
const schemas =
  (edit: Edit): Edit =>
  (api) =>
    edit(api.components.schemas);
const thing = (edit: Edit): Edit => schemas(({ Thing }) => edit(Thing));
const parameter = (place: string, more: object = {}) => ({
  name: "q",
  in: place,
  schema: { type: "string" },
  ...more,
});
const json = (schema: unknown) => ({ "application/json": { schema } });
const variant = (kind: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", const: kind }, more: { type: "string" } },
});
const rename = (holder: Record<string, unknown>, from: string, to: string) => {
  holder[to] = holder[from];
  delete holder[from];
};

/** Changes, each compiled there and back. */
const changes: Readonly<Record<string, Edit>> = {
  "the first optional query parameter": plain((get) => (get.parameters = [parameter("query")])),
  "the first optional header": plain((get) => (get.parameters = [parameter("header")])),
  "the first optional cookie": plain((get) => (get.parameters = [parameter("cookie")])),
  "the first required query parameter": plain(
    (get) => (get.parameters = [parameter("query", { required: true })]),
  ),
  "the first required header": plain((get) => (get.parameters = [parameter("header", { required: true })])),
  "the first optional body": plain((get) => (get.requestBody = { content: json({ type: "string" }) })),
  "the first required body": plain(
    (get) => (get.requestBody = { required: true, content: json({ type: "string" }) }),
  ),
  "another optional query parameter": get((get) => get.parameters.push(parameter("query"))),
  "another optional header": get((get) => get.parameters.push(parameter("header"))),
  "a cookie beside others": get((get) => get.parameters.push(parameter("cookie"))),
  "another required query parameter": get((get) =>
    get.parameters.push(parameter("query", { required: true })),
  ),
  "a parameter that is required": get((get) => (get.parameters[0].required = true)),
  "a parameter of another type": get((get) => (get.parameters[0].schema = { type: "integer" })),
  "a parameter of two types": get((get) => (get.parameters[0].schema = { type: ["string", "integer"] })),
  "another value of a parameter": get((get) => get.parameters[0].schema.enum.push("c")),
  "any value of a parameter": get((get) => delete get.parameters[0].schema.enum),
  "a renamed query parameter": get((get) => (get.parameters[0].name = "order")),
  "a header in another letter case": get((get) => (get.parameters[2].name = "x-trace")),
  "a deprecated parameter": get((get) => (get.parameters[0].deprecated = true)),
  "a parameter with a default": get((get) => (get.parameters[0].schema.default = "a")),
  "a parameter that is a list": get(
    (get) => (get.parameters[0].schema = { type: "array", items: { type: "string" } }),
  ),
  "an inline parameter": get(
    (get) => (get.parameters[1] = { name: "limit", in: "query", schema: { type: "integer" } }),
  ),
  "a new variant of a request": schemas((all) => {
    all.Sound = variant("sound");
    all.Input.oneOf.push({ $ref: "#/components/schemas/Sound" });
  }),
  "a new inline variant of a request": schemas((all) => all.Input.oneOf.push(variant("sound"))),
  "a new variant of another type": schemas((all) => all.Input.oneOf.push({ type: "string" })),
  "a property of one variant": schemas(({ Text }) => (Text.properties.font = { type: "string" })),
  "a required property of one variant": schemas(({ Text }) => {
    Text.properties.font = { type: "string" };
    Text.required.push("font");
  }),
  "another value in a variant": schemas(({ Picture }) => Picture.properties.mode.enum.push("grey")),
  "a property moved to another variant": schemas(({ Text, Picture }) => {
    Picture.properties.lines = Text.properties.lines;
    delete Text.properties.lines;
  }),
  "a body that is required": put((put) => (put.requestBody.required = true)),
  "another media type of a request": put(
    (put) => (put.requestBody.content["text/plain"] = { schema: { type: "string" } }),
  ),
  "another media type of a response": get(
    (get) => (get.responses[200].content["text/plain"] = { schema: { type: "string" } }),
  ),
  "a removed body": put((put) => delete put.requestBody),
  "an optional property of a response": thing(({ properties }) => (properties.colour = { type: "string" })),
  "a required property of a response": thing(({ properties, required }) => {
    properties.colour = { type: "string" };
    required.push("colour");
  }),
  "a property that is always sent": thing(({ required }) => required.push("note")),
  "another type of a property": thing(({ properties }) => (properties.size = { type: "string" })),
  "a property that may be null": thing(({ properties }) => (properties.note = { type: ["string", "null"] })),
  "another value of a response": thing(({ properties }) => properties.state.enum.push("idle")),
  "a nested property": schemas(({ Owner }) => (Owner.properties.phone = { type: "string" })),
  "other properties in a response": thing((Thing) => (Thing.additionalProperties = true)),
  "other properties in a request": schemas(({ Text }) => (Text.additionalProperties = true)),
  "another type of the values of a map": thing(
    ({ properties }) => (properties.labels.additionalProperties = { type: "integer" }),
  ),
  "another type of the items of a list": thing(
    ({ properties }) => (properties.tags.items = { type: "integer" }),
  ),
  "a bound of a number": thing(({ properties }) => (properties.size.minimum = 1)),
  "a format of a text": thing(({ properties }) => (properties.note.format = "uri")),
  "another response header": get(
    (get) => (get.responses[200].headers["X-More"] = { schema: { type: "string" } }),
  ),
  "a response header in another letter case": get((get) =>
    rename(get.responses[200].headers, "X-Rate", "x-rate"),
  ),
  "another type of a response header": get(
    (get) => (get.responses[200].headers["X-Rate"].schema = { type: "string" }),
  ),
  "another error": get((get) => (get.responses[409] = { description: "Conflict." })),
  "another success": put((put) => (put.responses[202] = { description: "Later." })),
  "another operation": (api) =>
    (api.paths["/others"] = { get: { responses: { 204: { description: "None." } } } }),
  "another method": (api) => (api.paths["/plain"].post = { responses: { 204: { description: "None." } } }),
  "a renamed operationId": get((get) => (get.operationId = "readThing")),
  "a renamed path parameter": (api) => {
    rename(api.paths, "/things/{id}", "/things/{thingId}");
    api.paths["/things/{thingId}"].parameters[0].name = "thingId";
  },
  "a renamed schema": schemas((all) => rename(all, "Spare", "Other")),
  "another schema": schemas((all) => (all.Other = { type: "object", properties: { a: { type: "string" } } })),
  "another shared parameter": (api) => (api.components.parameters.Page = parameter("query")),
  "another shared response": (api) => (api.components.responses.Busy = { description: "Busy." }),
  "a property of an unused schema": schemas(({ Spare }) => (Spare.properties.more = { type: "string" })),
  "a new variant of a payload": schemas((all) => all.Event.oneOf.push(variant("moved"))),
  "a property of a payload": schemas(({ Added }) => (Added.properties.at = { type: "integer" })),
  "another type in a payload": schemas(({ Added }) => (Added.properties.by = { type: "integer" })),
  "a payload that may be missing": hook((post) => (post.requestBody.required = false)),
  "a property of a reply": schemas(({ Reply }) => (Reply.properties.note = { type: "string" })),
  "a required property of a reply": schemas(({ Reply }) => (Reply.required = ["done"])),
  "another status of a reply": hook((post) => (post.responses[202] = { description: "Later." })),
  "another webhook": (api) =>
    (api.webhooks.thingGone = {
      post: {
        requestBody: { content: json({ $ref: "#/components/schemas/Gone" }) },
        responses: { 204: { description: "None." } },
      },
    }),
};

interface Direction {
  readonly name: string;
  readonly old: string;
  readonly now: string;
}

const edited = (edit: Edit): string => {
  const api = load(base);
  edit(api);
  return dump(api, { noRefs: true });
};

const directions: readonly Direction[] = Object.entries(changes).flatMap(([name, edit]) => [
  { name, old: base, now: edited(edit) },
  { name: `${name}, taken back`, old: edited(edit), now: base },
]);

/** Compiles the program of each user against the old and the new types, all in one compilation. */
async function compiledPrograms(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, string>();
  const types = new Map<string, string>();
  for (const { old, now } of directions) {
    for (const text of [old, now]) {
      if (!types.has(text)) types.set(text, (await generateTypes(write("types.yaml", text))).source);
    }
  }
  for (const [index, { old, now }] of directions.entries()) {
    for (const [side, text] of [
      ["before", old],
      ["after", now],
    ] as const) {
      files.set(`/${index}/${side}/types.ts`, types.get(text) ?? "");
      files.set(`/${index}/${side}/program.ts`, userProgram(load(old), load(now)));
    }
  }
  const programs = [...files.keys()].filter((name) => name.endsWith("program.ts"));
  const program = programOf(ts, Object.fromEntries(files));
  return new Map(
    programs.map((name) => [
      name,
      program.getSemanticDiagnostics(program.getSourceFile(name)).map(({ messageText, start = 0, file }) => {
        const line = file?.text.slice(start).split("\n")[0];
        return `${ts.flattenDiagnosticMessageText(messageText, "\n").split("\n")[0]} in ${line}`;
      }),
    ]),
  );
}

const compiled = await compiledPrograms();

test("there are 60 changes, and the old program compiles with the old types", () => {
  expect(Object.keys(changes).length).toBeGreaterThanOrEqual(60);
  const wrong = directions.flatMap(({ name }, index) => {
    const errors = compiled.get(`/${index}/before/program.ts`) ?? [];
    return errors.length > 0 ? [`${name}: ${errors[0]}`] : [];
  });
  expect(wrong).toEqual([]);
});

test.each(directions.map((direction, index) => ({ ...direction, index })))(
  "the gate agrees with the compiler on $name",
  async ({ old, now, index }) => {
    const errors = compiled.get(`/${index}/after/program.ts`) ?? [];
    const found = await compareTypes(write("old.yaml", old), write("now.yaml", now));
    const breaking = found.filter(({ impact }) => impact === "major");
    const text = breaking
      .map(({ rule, subjects, place, base }) => `${rule} ${subjects} ${place} ${base}`)
      .join("\n");
    expect(breaking.length > 0, `gate: ${text}\ntsc: ${errors.join("\n")}`).toBe(errors.length > 0);
    // Every entry names what is gone.
    expect(breaking.filter(({ rule, base: gone }) => rule === "types-property-gone" && !gone)).toEqual([]);
  },
);
