import type { Api, Operation } from "../../model/api.ts";
import { keySource, valueSource } from "../source-text.ts";
import { memberName, namedParameters, optionsSchemas, pathParameters } from "./client-parameters.ts";
import { queryComment } from "./method-words.ts";
import { bodyType, dataType, optionsArgument, pathArguments } from "./resources-source.ts";

/** Generates the queries and mutations of the client's methods, and how these are called. */
export function queriesSource(api: Api): string {
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const members = resources.map(
    ([resource, operations]) =>
      `  readonly ${keySource(resource)}: {\n${operations.map((one) => memberSource(one)).join("")}  };\n`,
  );
  const shapes = resources.map(([resource, operations]) => {
    const methods = operations.map(
      (one) => `    ${keySource(one.methodName)}: ${valueSource(methodShape(one))},\n`,
    );
    return `  ${keySource(resource)}: {\n${methods.join("")}  },\n`;
  });
  const options = [...optionsSchemas(api).keys()].join(", ");
  return `import type * as types from "@compute-host/types";
import type { CallOptions } from "../sending/options.ts";
import type * as query from "./query.ts";
import type { ${options} } from "../resources.gen.ts";

/** A query for each operation of the spec that reads, and a mutation for each that writes. */
export interface OperationQueries {
${members.join("")}}

/** How each method is called. */
export const methodShapes: query.MethodShapes<OperationQueries> = {
${shapes.join("")}};
`;
}

function memberSource(operation: Operation): string {
  const { methodName, body } = operation;
  const { type, mark } = optionsArgument(operation);
  const args = [...pathArguments(operation), `options${mark}: ${type} & query.WithoutSignal`].join(", ");
  const data = dataType(operation);
  const variables = body?.isRequired ? bodyType(operation) : "void";
  const result = isReading(operation) ? `query.Query<${data}>` : `query.Mutation<${data}, ${variables}>`;
  return `${queryComment(operation)}    ${keySource(methodName)}(${args}): ${result};\n`;
}

function methodShape(operation: Operation): Readonly<Record<string, unknown>> {
  return {
    kind: isReading(operation) ? "query" : "mutation",
    pathParameters: pathParameters(operation).length,
    takesBody: operation.body?.isRequired === true,
    parameters: namedParameters(operation).map(memberName),
  };
}

/** A query may be repeated at any time, so its method must be safe (RFC 9110, section 9.2.1). */
const isReading = ({ method }: Operation): boolean => method === "GET";
