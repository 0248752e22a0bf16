import { type Operation, type Parameter, parametersIn, type Schema } from "../../model/api.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { pascalCase } from "../../model/names.ts";
import { isBooleanText, resolveSchema, typesOf } from "../../model/schemas.ts";
import { freeName, identifierSource } from "../source-text.ts";

/** The query serializers in packages/client/src/operation.ts. */
export type QueryStyle = "comma" | "space" | "pipe" | "deepObject" | "json" | "spread";

/**
 * Returns the parameters that a caller passes by name: those in the query and in headers.
 *
 * @throws Error for a parameter that the client cannot send
 */
export function namedParametersOf(operation: Operation): Parameter[] {
  const [cookie] = parametersIn(operation, "cookie");
  if (cookie !== undefined) throw unsupported(operation, cookie, "the client does not send cookies");
  const parameters = [...parametersIn(operation, "query"), ...parametersIn(operation, "header")];
  const names = parameters.map(({ name }) => name);
  const twice = parameters.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw unsupported(operation, twice, "the query and the header both have a parameter of this name");
  }
  return parameters;
}

/** Returns the path parameters in the order of the path. */
export function pathParametersOf(operation: Operation): Parameter[] {
  const parameters = parametersIn(operation, "path");
  return [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined) {
      throw new Error(
        `${operation.operationId}: the path has {${name}}, but no path parameter of that name.`,
      );
    }
    if (parameter.style !== "simple") {
      throw unsupported(
        operation,
        parameter,
        `the client does not support the path style ${parameter.style}`,
      );
    }
    return parameter;
  });
}

/**
 * Returns the serializer in packages/client/src/operation.ts for a parameter that is not written as
 * `ids=a&ids=b`.
 */
export function queryStyleOf(document: JsonObject, parameter: Parameter): QueryStyle | undefined {
  const { style, explodes, mediaType, schema } = parameter;
  if (mediaType !== undefined) return "json";
  if (style === "deepObject") return "deepObject";
  const isObject = typesOf(resolveSchema(document, schema)).includes("object");
  if (explodes) return isObject ? "spread" : undefined;
  if (style === "spaceDelimited") return "space";
  return style === "pipeDelimited" ? "pipe" : "comma";
}

/** Returns the type name of an operation's named parameters. */
export function paramsTypeName({ operationId }: Operation): string {
  return identifierSource(`${pascalCase(operationId)}Params`);
}

/** Combines the named parameters into one object schema; `undefined` if there are none. */
export function paramsSchemaOf(operation: Operation): Schema | undefined {
  const parameters = namedParametersOf(operation);
  if (parameters.length === 0) return undefined;
  return {
    type: "object",
    description: `The parameters of \`${operation.resource}.${operation.methodName}\`.`,
    properties: Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)])),
    required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** The names of a method's arguments. */
export interface ArgumentNames {
  readonly path: readonly string[];
  readonly body: string | undefined;
  readonly params: string;
}

/** Names the arguments of a method; renames path parameters that collide with each other or with other arguments. */
export function argumentNamesOf(operation: Operation): ArgumentNames {
  const path: string[] = [];
  for (const { name } of pathParametersOf(operation)) {
    const joined = name.replaceAll(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}_]+(.?)/gu, (_all, next) => next.toUpperCase());
    const own = identifierSource(joined);
    const free = ["options", "params", "body"].includes(own) ? `${own}Value` : own;
    path.push(freeName(free, (taken) => path.includes(taken)));
  }
  return {
    path,
    body: operation.body === undefined ? undefined : "body",
    params: "params",
  };
}

function propertyOf({ schema, description, examples, isDeprecated }: Parameter): Schema {
  const [example] = examples;
  const words: Record<string, Json> = {
    ...(description !== "" && { description }),
    ...(isDeprecated && { deprecated: true }),
  };
  if (isBooleanText(schema)) {
    return { type: "boolean", ...words, ...(example && { example: example.value === "true" }) };
  }
  const { examples: _own, example: _other, ...rest } = schema;
  return { ...rest, ...words, ...(example?.value !== undefined && { example: example.value }) };
}

function unsupported({ operationId }: Operation, { name, in: place }: Parameter, why: string): Error {
  return new Error(
    `${operationId}: the ${place} parameter ${name} cannot be sent: ${why}. Add support in packages/client/src/operation.ts.`,
  );
}
