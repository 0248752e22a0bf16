import { readFile } from "node:fs/promises";
import {
  apiOf,
  type Json,
  type JsonObject,
  listOf,
  type NamedExample,
  objectOf,
  type Schema,
} from "@compute-host/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";

const bundle = new URL("../dist/openapi.dereferenced.json", import.meta.url);
const api = apiOf(JSON.parse(await readFile(bundle, "utf8")));

const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
ajv.addVocabulary(["example", "x-extensible-enum"]);

interface Case {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: Json;
}

/** Returns the examples of a media type, parameter or header with their schema. */
function besideSchema(
  name: string,
  {
    schema = {},
    examples,
  }: { readonly schema: Schema | undefined; readonly examples: readonly NamedExample[] },
): Case[] {
  return examples.map((example) => ({
    name: `${name} ${example.name}`,
    schema,
    value: example.value ?? null,
  }));
}

/** Returns the `examples` of a schema and of its properties and items. */
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

const operationCases = api.operations.flatMap(({ operationId, parameters, body, responses }) => [
  ...parameters.flatMap((parameter) => besideSchema(`${operationId} ${parameter.name}`, parameter)),
  ...(body?.content ?? []).flatMap((media) =>
    besideSchema(`${operationId} request ${media.mediaType}`, media),
  ),
  ...responses.flatMap(({ status, content, headers }) => [
    ...content.flatMap((media) => besideSchema(`${operationId} ${status} ${media.mediaType}`, media)),
    ...headers.flatMap((header) => besideSchema(`${operationId} ${status} ${header.name}`, header)),
  ]),
]);
const schemaCases = Object.entries(api.schemas).flatMap(([name, schema]) =>
  insideSchema(name, objectOf(schema)),
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
