import { type Api, type Operation, type Parameter, parametersIn, type Schema } from "../../model/api.ts";
import { isObject, type Json } from "../../model/json.ts";
import { keysOf } from "../../model/pointer.ts";
import { withReadOnlyRefused } from "../../model/read-only.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";
import { bodySchemaNames, inlineBodies } from "./body-schemas.ts";
import { namedParameters } from "./client-parameters.ts";
import { schemaConstants } from "./schema-constants.ts";

type Constants = ReadonlyMap<string, string>;

/**
 * Generates the schemas, reduced to what is checked at run time. References become functions, so that schemas may
 * refer to each other.
 */
export function schemaNodesSource(api: Api, command: string): string {
  const constants = schemaConstants(api);
  const named = Object.entries(api.schemas).map(([name, schema]) => ({ name, schema }));
  const inline = inlineBodies(api).map(({ name, inline: schema }) => ({ name, schema }));
  const written = [...named, ...inline].map(
    ({ name, schema }) =>
      `export const ${constants.get(name)}: SchemaNode = ${nodeSource(schema, constants)};\n`,
  );
  const limit = api.document["x-max-body-bytes"];
  return `${generatedHeader(command)}
import type { ReadableParameter, SchemaNode } from "@compute-host/core";
import type { OperationId } from "@compute-host/types";
import type { BodyTypes } from "./body-types.gen.ts";

${written.join("\n")}
/** The schemas of the bodies, by name. */
export const bodies: Readonly<Record<keyof BodyTypes, SchemaNode>> = {
${bodySchemaNames(api)
  .map((name) => `  ${keySource(name)}: ${constants.get(name)},\n`)
  .join("")}};

/** The largest request body that the spec allows, in bytes. */
export const maxBodyBytes: number = ${typeof limit === "number" ? limit : "Infinity"};

/** A parameter as the fake service reads and checks it. */
export interface FakeParameter extends ReadableParameter {
  readonly schema: SchemaNode;
  readonly default?: unknown;
}

/** The parameters of each operation that has any, for the fake service; without path parameters that may be any text. */
export const parameters: Readonly<Partial<Record<OperationId, readonly FakeParameter[]>>> = {
${api.operations.map((operation) => parametersSource(operation, constants)).join("")}};
`;
}

function parametersSource(operation: Operation, constants: Constants): string {
  const path = parametersIn(operation, "path").filter((one) => nodeSource(one.schema, constants) !== anyText);
  const entries = [...path, ...namedParameters(operation)].map((parameter: Parameter) => {
    const { name, in: place, isRequired, schema, shape, default: filled } = parameter;
    const known = { name, in: place, isRequired, shape, default: filled };
    return `    { ...${valueSource(known)}, schema: ${nodeSource(schema, constants)} },\n`;
  });
  return entries.length === 0 ? "" : `  ${keySource(operation.operationId)}: [\n${entries.join("")}  ],\n`;
}

const anyText = '{ type: "string" }';

/** Keywords without effect on validity. */
const annotations = /^(default|deprecated|description|examples?|readOnly|writeOnly|readOnlyNames|x-.*)$/;

function nodeSource(schema: Schema, constants: Constants): string {
  const parts = Object.entries(withReadOnlyRefused(schema)).flatMap(([keyword, value]) =>
    annotations.test(keyword) ? [] : [keywordSource(keyword, value, constants)],
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function keywordSource(keyword: string, value: Json | undefined, constants: Constants): string {
  const node = (one: Json | undefined) => nodeSource(one as Schema, constants);
  if (keyword === "$ref") return `$ref: () => ${constants.get(keysOf(String(value)).at(-1) ?? "")}`;
  if (keyword === "oneOf") {
    return `enum: ${valueSource((value as readonly Schema[]).map((one) => one.const))}`;
  }
  if (keyword === "properties") {
    const entries = Object.entries(value as object).map(
      ([name, schema]) => `  ${valueSource(name)}: ${node(schema)},\n`,
    );
    return `properties: {\n${entries.join("")}}`;
  }
  const isNode = /^(items|additionalProperties|propertyNames)$/.test(keyword) && isObject(value);
  return `${keyword}: ${isNode ? node(value) : valueSource(value)}`;
}
