import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { bundlesOf } from "../src/bundles.ts";
import { type Json, type JsonObject, listOf, objectOf, operationsOf } from "../src/openapi-document.ts";

const bundles = await bundlesOf("openapi.yaml");
const document = JSON.parse(bundles.get("openapi.dereferenced.json") ?? "{}") as JsonObject;

const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
ajv.addVocabulary(["example", "x-extensible-enum"]);

interface Case {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: Json;
}

/** The examples of a media type, parameter or header, beside its schema. */
function besideSchema(name: string, holder: JsonObject): Case[] {
  const schema = objectOf(holder.schema);
  const named = Object.entries(objectOf(holder.examples)).map(([key, example]) => ({
    name: `${name} ${key}`,
    schema,
    value: objectOf(example).value ?? null,
  }));
  return holder.example === undefined ? named : [{ name, schema, value: holder.example }, ...named];
}

function contentCases(name: string, content: Json | undefined): Case[] {
  return Object.entries(objectOf(content)).flatMap(([type, media]) =>
    besideSchema(`${name} ${type}`, objectOf(media)),
  );
}

/** The `examples` inside a schema and inside every schema of its properties and items. */
function insideSchema(name: string, schema: JsonObject): Case[] {
  const own = listOf(schema.examples).map((value, index) => ({
    name: `${name} examples/${index}`,
    schema,
    value,
  }));
  const inner = Object.entries(objectOf(schema.properties)).flatMap(([key, property]) =>
    insideSchema(`${name}.${key}`, objectOf(property)),
  );
  return [...own, ...inner, ...(schema.items ? insideSchema(`${name}[]`, objectOf(schema.items)) : [])];
}

const operationCases = operationsOf(document).flatMap(({ operationId, value, parameters }) => [
  ...parameters.flatMap((parameter) => besideSchema(`${operationId} ${parameter.name}`, parameter)),
  ...contentCases(`${operationId} request`, objectOf(value.requestBody).content),
  ...Object.entries(objectOf(value.responses)).flatMap(([status, response]) => [
    ...contentCases(`${operationId} ${status}`, objectOf(response).content),
    ...Object.entries(objectOf(objectOf(response).headers)).flatMap(([header, holder]) =>
      besideSchema(`${operationId} ${status} ${header}`, objectOf(holder)),
    ),
  ]),
]);
const schemaCases = Object.entries(objectOf(objectOf(document.components).schemas)).flatMap(
  ([name, schema]) => insideSchema(name, objectOf(schema)),
);

describe("examples of operations", () => {
  test("are many", () => {
    expect(operationCases.length).toBeGreaterThan(60);
  });

  test.each(operationCases.map((entry) => [entry.name, entry] as const))(
    "%s fits its schema",
    (_name, entry) => {
      expect(problemsOf(entry)).toEqual([]);
    },
  );
});

describe("examples inside schemas", () => {
  test.each(schemaCases.map((entry) => [entry.name, entry] as const))(
    "%s fits its schema",
    (_name, entry) => {
      expect(problemsOf(entry)).toEqual([]);
    },
  );
});

describe("an example that breaks its schema", () => {
  test("is reported", () => {
    const entry = operationCases.find(({ name }) => name === "getComputer 200 application/json active");
    if (!entry) throw new Error("the example is missing");
    const { id: _id, ...withoutId } = objectOf(entry.value);
    expect(problemsOf({ ...entry, value: withoutId })).toEqual(["must have required property 'id'"]);
    expect(problemsOf({ ...entry, value: { ...withoutId, id: 5 } })).toEqual(["must be string"]);
  });
});

function problemsOf({ schema, value }: Case): string[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map(({ message }) => message ?? "invalid");
}
