import type { Api, Operation, Parameter } from "../../model/api.ts";
import { listOf, objectOf } from "../../model/json.ts";
import { pascalCase } from "../../model/names.ts";
import { schemaNameOf, typesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { commentSource, identifierSource, keySource, valueSource } from "../source-text.ts";
import { bodySchemaNames, inlineSchemas, requestSchema, successSchema } from "./body-schemas.ts";
import { paramsSchema, paramsTypeName, pathArgumentNames, pathParameters } from "./client-parameters.ts";
import { type ClientTypes, clientTypes, paramsSchemas } from "./client-types.ts";
import { collectErrorBodies } from "./error-bodies.ts";
import { methodComment } from "./method-words.ts";

/** Generates the signatures of the client's methods, documented with the description's texts. */
export function resourcesSource(api: Api, command: string): string {
  const types = clientTypes(api);
  const { declarations } = types;
  const params = Object.keys(paramsSchemas(api)).map((name) => optionalMembers(declarations.get(name) ?? ""));
  const inline = Object.keys(inlineSchemas(api));
  const resources = Map.groupBy(api.operations, ({ resource }) => resource);
  const interfaces = [...resources].map(([resource, operations]) =>
    interfaceSource(resource, operations, types),
  );
  const members = [...resources.keys()].map(
    (name) => `  readonly ${keySource(name)}: ${interfaceName(name)};\n`,
  );
  const source = [...params, ...interfaces].join("\n");
  return `${generatedHeader(command)}
import type * as types from "@compute-host/types";
import type { ApiCall } from "./call.ts";
${inline.length === 0 ? "" : `import type { ${inline.join(", ")} } from "./body-types.gen.ts";\n`}import type { CallOptions } from "./options.ts";

${source}
/** The resources of the spec, each with the methods of its operations. */
export interface Resources {
${members.join("")}}
`;
}

/** The types of the JSON bodies of requests and successes, by the name of their schema. */
export function bodyTypesSource(api: Api, command: string): string {
  const { typeOf, declarations } = clientTypes(api);
  const inline = Object.keys(inlineSchemas(api)).map((name) => declarations.get(name) ?? "");
  const members = bodySchemaNames(api).map(
    (name) => `  readonly ${valueSource(name)}: ${typeOf.get(name)};\n`,
  );
  return `${generatedHeader(command)}
import type * as types from "@compute-host/types";

${inline.map((declaration) => `${declaration}\n`).join("")}/** The types of the JSON bodies of requests and successes, by the name of their schema. */
export interface BodyTypes {
${members.join("")}}

/** The members that the body of an error may have. */
export interface ErrorBody extends ${errorBodyType(api)} {}
`;
}

/** Every member is optional, because a proxy may have sent the error. */
function errorBodyType(api: Api): string {
  const { main, others } = collectErrorBodies(api);
  if (main === undefined) return "Record<string, unknown>";
  const more = (others.get("") ?? []).map((type) => `, Partial<Omit<${type}, keyof ${main}>>`);
  return `Partial<${main}>${more.join("")}`;
}

/** Lets optional members accept `undefined` too, whatever the caller's compiler options. */
function optionalMembers(declaration: string): string {
  return declaration.replaceAll(/^( {4}(?:readonly )?(?:\w+|"[^"]+")\?: .*);$/gm, "$1 | undefined;");
}

/** Returns the type name of a resource. */
export function interfaceName(resource: string): string {
  return identifierSource(`${pascalCase(resource)}Operations`);
}

function interfaceSource(resource: string, operations: readonly Operation[], types: ClientTypes): string {
  const methods = operations.map((operation) => {
    const comment = methodComment(types.api, operation);
    return `${comment}  ${keySource(operation.methodName)}(${argumentsSource(operation, types)}): ApiCall<${dataType(operation, types.typeOf)}>;\n`;
  });
  return `${commentSource([`The operations of the spec on ${operations[0]?.tag.toLowerCase()}.`])}export interface ${interfaceName(resource)} {
${methods.join("\n")}}
`;
}

/**
 * Writes the arguments of a method: the path parameters, the body, the named parameters, and the options of the
 * call.
 */
function argumentsSource(operation: Operation, types: ClientTypes): string {
  const { path, params } = argumentSources(operation, types);
  const { isRequired = false } = operation.body ?? {};
  const body: string[] = [];
  if (operation.body !== undefined) {
    // An argument may only be optional if no required one follows.
    const mark = isRequired || params.some((one) => !one.includes("?:")) ? "" : "?";
    const isSkipped = !isRequired && mark === "";
    body.push(`body${mark}: ${bodyType(operation, types.typeOf)}${isSkipped ? " | undefined" : ""}`);
  }
  return [...path, ...body, ...params, "options?: CallOptions"].join(", ");
}

/** Writes the arguments of a method besides the body and the options of the call; there is at most one with named parameters. */
export function argumentSources(
  operation: Operation,
  types: ClientTypes,
): { readonly path: readonly string[]; readonly params: readonly string[] } {
  const names = pathArgumentNames(operation);
  const path = pathParameters(operation).map(
    (parameter, index) => `${names[index]}: ${pathType(parameter, types)}`,
  );
  const params = paramsSchema(operation);
  if (params === undefined) return { path, params: [] };
  const mark = (params.required as readonly string[]).length > 0 ? "" : "?";
  return { path, params: [`params${mark}: ${paramsTypeName(operation)}`] };
}

/** The type of a path parameter, which is a scalar. */
function pathType({ schema }: Parameter, { typeOf }: ClientTypes): string {
  const name = schemaNameOf(schema);
  if (name !== undefined) return typeOf.get(name) ?? "string";
  const constants = [schema, ...listOf(schema.oneOf).map(objectOf)].map((one) => one.const);
  const values = [...listOf(schema.enum), ...constants].filter((value) => value !== undefined);
  if (values.length > 0) return values.map((value) => valueSource(value)).join(" | ");
  const [type = "string"] = typesOf(schema);
  return type === "integer" ? "number" : type;
}

/** Returns the type of the body that a method takes. */
export function bodyType(operation: Operation, typeOf: ReadonlyMap<string, string>): string {
  return typeOf.get(requestSchema(operation)?.name ?? "") ?? "unknown";
}

/** Returns the type of the data of a call. */
export function dataType(operation: Operation, typeOf: ReadonlyMap<string, string>): string {
  const schema = successSchema(operation);
  return schema === undefined ? "void" : (typeOf.get(schema.name) ?? "unknown");
}
