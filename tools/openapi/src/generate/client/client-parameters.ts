import { type Api, type Operation, type Parameter, parametersIn } from "../../model/api.ts";
import { camelCase, pascalCase, pathNames } from "../../model/names.ts";
import { type Json, listOf } from "../../schema/json.ts";
import { pointerOf } from "../../schema/pointer.ts";
import { isBooleanText, type Schema } from "../../schema/schemas.ts";
import { requestSchema } from "../core/body-schemas.ts";
import { identifierSource } from "../source-text.ts";

/** Returns the parameters that a caller passes by name: those in the query and in headers. */
export function namedParameters(operation: Operation): Parameter[] {
  return [...parametersIn(operation, "query"), ...parametersIn(operation, "header")];
}

/** Names a parameter in the client: a header field in camelCase, such as `ifMatch`. */
export function memberName({ name, in: place }: Parameter): string {
  return place === "header" ? camelCase(name) : name;
}

/** Returns the path parameters in the order of the path. */
export function pathParameters(operation: Operation): Parameter[] {
  const declared = parametersIn(operation, "path");
  return pathNames(operation.path).flatMap((name) => declared.filter((one) => one.name === name));
}

/** Returns the type name of an operation's own options. */
export function optionsTypeName(operation: Operation): string {
  return `${pascalCase(operation.operationId)}Options`;
}

/** Combines the named parameters and an optional body into one object schema; `undefined` if there are none. */
export function optionsSchema(operation: Operation): Schema | undefined {
  const parameters = namedParameters(operation);
  const properties: Record<string, Schema> = Object.fromEntries(
    parameters.map((one) => [memberName(one), parameterProperty(one)]),
  );
  const { body } = operation;
  if (body?.isRequired === false) {
    const place = `#${pointerOf("components", "schemas", requestSchema(operation) ?? "")}`;
    properties.body = { $ref: place, ...(body.description !== "" && { description: body.description }) };
  }
  if (Object.keys(properties).length === 0) return undefined;
  return {
    type: "object",
    description: `The options of \`${operation.resource}.${operation.methodName}\`.`,
    properties,
    required: parameters.filter(({ isRequired }) => isRequired).map(memberName),
  };
}

/** Returns the schemas of the operations' own options, by the names of their types. */
export function optionsSchemas({ operations }: Api): ReadonlyMap<string, Schema> {
  const schemas = operations.map((one) => [optionsTypeName(one), optionsSchema(one)] as const);
  return new Map(schemas.filter((entry): entry is [string, Schema] => entry[1] !== undefined));
}

/** Names the arguments for path parameters; renames those that collide with other arguments. */
export function pathArgumentNames(operation: Operation): string[] {
  return pathParameters(operation).map(({ name }) =>
    ["options", "body"].includes(name) ? `${name}Value` : identifierSource(name),
  );
}

function parameterProperty({ schema, description, examples, isDeprecated }: Parameter): Schema {
  const shown = examples[0]?.value;
  const words: Record<string, Json> = {
    ...(description !== "" && { description }),
    ...(isDeprecated && { deprecated: true }),
  };
  const { examples: _own, example: _other, ...rest } = schema;
  if (!isBooleanText(schema)) return { ...rest, ...words, ...(shown !== undefined && { example: shown }) };
  const values = listOf(schema.enum).map(asBoolean);
  const type = values.length > 2 ? { enum: values } : { type: "boolean" };
  return { ...type, ...words, ...(shown !== undefined && { example: asBoolean(shown) }) };
}

const asBoolean = (text: Json): Json => (text === "true" || text === "false" ? text === "true" : text);
