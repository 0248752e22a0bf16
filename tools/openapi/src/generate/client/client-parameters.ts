import { type Operation, type Parameter, parametersIn, type Schema } from "../../model/api.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { pascalCase } from "../../model/names.ts";
import { isBooleanText, resolveSchema, typesOf } from "../../model/schemas.ts";

/** The query writers of packages/client/src/operation.ts. */
export type QueryStyle = "comma" | "space" | "pipe" | "deepObject" | "json" | "spread";

/**
 * The parameters that a caller gives by name: those of the query and of the header.
 *
 * @throws Error for a parameter that the client cannot send
 */
export function namedParametersOf(operation: Operation): Parameter[] {
  const [cookie] = parametersIn(operation, "cookie");
  if (cookie !== undefined) throw unsupported(operation, cookie, "the client sends no cookies");
  const parameters = [...parametersIn(operation, "query"), ...parametersIn(operation, "header")];
  const names = parameters.map(({ name }) => name);
  const twice = parameters.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw unsupported(operation, twice, "the query and the header both have a parameter of this name");
  }
  return parameters;
}

/** The path parameters, in the order of the path. */
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
      throw unsupported(operation, parameter, `the client has no path style ${parameter.style}`);
    }
    return parameter;
  });
}

/** The writer in packages/client/src/operation.ts of a parameter that is not written as `ids=a&ids=b`. */
export function queryStyleOf(document: JsonObject, parameter: Parameter): QueryStyle | undefined {
  const { style, explodes, mediaType, schema } = parameter;
  if (mediaType !== undefined) return "json";
  if (style === "deepObject") return "deepObject";
  const isObject = typesOf(resolveSchema(document, schema)).includes("object");
  if (explodes) return isObject ? "spread" : undefined;
  if (style === "spaceDelimited") return "space";
  return style === "pipeDelimited" ? "pipe" : "comma";
}

/** The name of the type of an operation's named parameters. */
export function paramsTypeName({ operationId }: Operation): string {
  return `${pascalCase(operationId)}Params`;
}

/** The named parameters as one object schema: `undefined` where there are none. */
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

/** Names the arguments of a method; a path parameter gives way to the names that every method has. */
export function argumentNamesOf(operation: Operation): ArgumentNames {
  const path = pathParametersOf(operation).map(({ name }) =>
    name.replaceAll(/\W+(\w?)/g, (_all, next) => next.toUpperCase()),
  );
  return {
    path: path.map((name) => (["options", "params", "body"].includes(name) ? `${name}Value` : name)),
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
    `${operationId}: the ${place} parameter ${name} cannot be sent: ${why}. Teach it in packages/client/src/operation.ts.`,
  );
}
