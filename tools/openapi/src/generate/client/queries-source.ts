import type { Api, Operation } from "../../model/api.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";
import { inlineSchemas } from "./body-schemas.ts";
import { paramsSchema, paramsTypeName } from "./client-parameters.ts";
import { type ClientTypes, clientTypes } from "./client-types.ts";
import { queryComment } from "./method-words.ts";
import { argumentSources, bodyType, dataType } from "./resources-source.ts";

/** Generates the queries and mutations of the client's methods, and how these are called. */
export function queriesSource(api: Api, command: string): string {
  const types = clientTypes(api);
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const members = resources.map(
    ([resource, operations]) =>
      `  readonly ${keySource(resource)}: {\n${operations.map((one) => memberSource(one, types)).join("")}  };\n`,
  );
  const shapes = resources.map(([resource, operations]) => {
    const methods = operations.map(
      (one) => `    ${keySource(one.methodName)}: ${valueSource(methodShape(one, types))},\n`,
    );
    return `  ${keySource(resource)}: {\n${methods.join("")}  },\n`;
  });
  const source = members.join("");
  const isUsed = (name: string) => source.includes(name);
  const named = (names: readonly string[], from: string) =>
    names.length === 0 ? "" : `import type { ${names.join(", ")} } from "./${from}.ts";\n`;
  const inline = Object.keys(inlineSchemas(api)).filter(isUsed);
  const params = api.operations.filter((one) => paramsSchema(one) !== undefined).map(paramsTypeName);
  return `${generatedHeader(command)}
${isUsed("types.") ? 'import type * as types from "@compute-host/types";\n' : ""}${named(inline, "body-types.gen")}import type * as query from "./query.ts";
${named(params, "resources.gen")}
/** A query for each operation of the spec that reads, and a mutation for each that writes. */
export interface OperationQueries {
${source}}

/** How each method is called: its kind, the number of its arguments before the options without the body, and the index of that. */
export const methodShapes: query.MethodShapes<OperationQueries> = {
${shapes.join("")}};
`;
}

function memberSource(operation: Operation, types: ClientTypes): string {
  const { methodName, body } = operation;
  const { path, params } = argumentSources(operation, types);
  const args = [...path, ...params, "options?: query.QueryCallOptions"].join(", ");
  const data = dataType(operation, types.typeOf);
  const variables = body && `${bodyType(operation, types.typeOf)}${body.isRequired ? "" : " | void"}`;
  const result = isReading(operation)
    ? `query.Query<${data}>`
    : `query.Mutation<${data}, ${variables ?? "void"}>`;
  return `${queryComment(operation)}    ${keySource(methodName)}(${args}): ${result};\n`;
}

function methodShape(operation: Operation, types: ClientTypes): readonly (string | number)[] {
  const { path, params } = argumentSources(operation, types);
  const count = path.length + params.length;
  if (isReading(operation)) return ["query", count];
  return ["mutation", count, ...(operation.body === undefined ? [] : [path.length])];
}

/** A query may be repeated at any time, so it must be a method that is safe (RFC 9110, section 9.2.1). */
function isReading({ method, body }: Operation): boolean {
  return /^(GET|HEAD|OPTIONS|TRACE)$/.test(method) && body === undefined;
}
