import type { Api, Operation } from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";
import { bodySchemaNames, requestSchema, successSchema } from "../core/body-schemas.ts";
import { commentSource, identifierSource, keySource, valueSource } from "../source-text.ts";
import { declarationSource, typeSource } from "../types/type-declarations.ts";
import {
  optionsSchema,
  optionsSchemas,
  optionsTypeName,
  pathArgumentNames,
  pathParameters,
} from "./client-parameters.ts";
import { methodComment } from "./method-words.ts";

/** Writes the type of a schema of `components` in the client's sources. */
const refer = (name: string) => `types.${name}`;

/** Generates the signatures of the client's methods, documented with the description's texts. */
export function resourcesSource(api: Api): string {
  const options = [...optionsSchemas(api)].map(([name, schema]) =>
    declarationSource(name, schema, { refer, base: "CallOptions" }),
  );
  const resources = Map.groupBy(api.operations, ({ resource }) => resource);
  const interfaces = [...resources].map(([resource, operations]) => interfaceSource(resource, operations));
  const members = [...resources.keys()].map(
    (name) => `  readonly ${keySource(name)}: ${interfaceName(name)};\n`,
  );
  const source = [...options, ...interfaces].join("\n");
  return `import type * as types from "@compute-host/types";
import type { ApiCall } from "./sending/call.ts";
import type { CallOptions } from "./sending/options.ts";

${source}
/** The resources of the spec, each with the methods of its operations. */
export interface Resources {
${members.join("")}}
`;
}

/** The types of the JSON bodies of requests and successes, by the name of their schema. */
export function bodyTypesSource(api: Api): string {
  const members = bodySchemaNames(api).map((name) => `  readonly ${valueSource(name)}: types.${name};\n`);
  return `import type * as types from "@compute-host/types";

/** The types of the JSON bodies of requests and successes, by the name of their schema. */
export interface BodyTypes {
${members.join("")}}

/** The members that the body of an error may have; none is certain, because a proxy may have sent it. */
export interface ErrorBody extends Partial<types.Problem> {}
`;
}

/** Returns the type name of a resource. */
export function interfaceName(resource: string): string {
  return identifierSource(`${pascalCase(resource)}Operations`);
}

function interfaceSource(resource: string, operations: readonly Operation[]): string {
  const methods = operations.map((operation) => {
    const signature = `${keySource(operation.methodName)}(${argumentsSource(operation)})`;
    return `${methodComment(operation)}  ${signature}: ApiCall<${dataType(operation)}>;\n`;
  });
  const comment = commentSource([`The operations of the spec on ${operations[0]?.tag.toLowerCase()}.`]);
  return `${comment}export interface ${interfaceName(resource)} {
${methods.join("\n")}}
`;
}

/**
 * Writes the arguments of a method: the path parameters, a required body, and an object with everything else,
 * so that an optional part that the description adds to the request moves no argument.
 */
function argumentsSource(operation: Operation): string {
  const body = operation.body?.isRequired ? [`body: ${bodyType(operation)}`] : [];
  const { type, mark } = optionsArgument(operation);
  return [...pathArguments(operation), ...body, `options${mark}: ${type}`].join(", ");
}

/** Writes the arguments for path parameters. */
export function pathArguments(operation: Operation): readonly string[] {
  const names = pathArgumentNames(operation);
  return pathParameters(operation).map(
    ({ schema }, index) => `${names[index]}: ${typeSource(schema, { refer })}`,
  );
}

/** Returns the type of a method's options, and `?` if it can be called without them. */
export function optionsArgument(operation: Operation): { readonly type: string; readonly mark: "?" | "" } {
  const schema = optionsSchema(operation);
  if (schema === undefined) return { type: "CallOptions", mark: "?" };
  const isRequired = (schema.required as readonly string[]).length > 0;
  return { type: optionsTypeName(operation), mark: isRequired ? "" : "?" };
}

/** Returns the type of the body that a method takes. */
export function bodyType(operation: Operation): string {
  return `types.${requestSchema(operation)}`;
}

/** Returns the type of the data of a call. */
export function dataType(operation: Operation): string {
  const name = successSchema(operation);
  return name === undefined ? "void" : `types.${name}`;
}
