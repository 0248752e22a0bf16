import { ApiError, errorClassByStatus } from "../src/errors.ts";
import { responseSchemaName, schemaName } from "./operations-source.ts";
import type { Operation, Parameter } from "./spec-document.ts";

/** What every method throws beside the errors by status. */
const commonErrors = [
  "@throws ConnectionError There was no complete response.",
  "@throws TimeoutError `timeoutMs` or `deadlineMs` ran out.",
  "@throws InvalidResponseError The body of a success is not a JSON object, or breaks the schema where `validate` is set.",
  "@throws InvalidArgumentError An argument or an option is wrong; nothing was sent.",
];

/** The source of `computers.gen.ts`: the methods with concrete signatures, documented in the spec's words. */
export function computersSource(operations: readonly Operation[]): string {
  const types = operations.flatMap((operation) => [
    responseSchemaName(operation),
    schemaName(operation.body),
  ]);
  const imports = [...new Set(types.filter((name) => name !== undefined))].sort().join(", ");
  return `import type { ${imports} } from "@compute-host/types";
import type { ApiCall } from "./api-call.ts";
import type { CallOptions } from "./options.ts";

${operations.map(paramsSource).join("")}/** The operations of the spec on computers. */
export interface ComputerOperations {
${operations.map(methodSource).join("\n")}}
`;
}

/** \`listComputers\` is \`list\` on the resource, \`retryInstallDeps\` keeps its name. */
function methodName(operationId: string): string {
  return operationId.replace(/Computers?$/, "");
}

function queryOf({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === "query");
}

function paramsName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Params`;
}

function paramsSource(operation: Operation): string {
  const query = queryOf(operation);
  if (query.length === 0) return "";
  const fields = query.map(({ name, description, schema, example }) => {
    const isBoolean = JSON.stringify(schema.enum) === '["true","false"]';
    const value = isBoolean ? example === "true" : JSON.stringify(example);
    return `${comment([description, `@example ${value}`], "  ")}  ${name}?: ${isBoolean ? "boolean" : "string"} | undefined;\n`;
  });
  return `/** The query of \`${methodName(operation.operationId)}\`. */\nexport interface ${paramsName(operation)} {\n${fields.join("")}}\n\n`;
}

function methodSource(operation: Operation): string {
  const { operationId, summary, description, parameters, responses, body } = operation;
  const path = parameters.filter((parameter) => parameter.in === "path");
  const bodyType = schemaName(body);
  const args = path.map(({ name }) => `${name}: string`);
  if (bodyType) args.push(`update: ${bodyType}`);
  if (queryOf(operation).length > 0) args.push(`params?: ${paramsName(operation)}`);
  const throws = responses
    .filter(([status]) => !status.startsWith("2"))
    .map(([status, response]) => {
      const kind = (errorClassByStatus[Number(status)] ?? ApiError).kind;
      return `@throws ${kind} ${status === "default" ? "other statuses" : status}: ${firstParagraph(response.description)}`;
    });
  const text = [
    `${summary}.`,
    description,
    ...path.map(({ name, description: words }) => `@param ${name} ${firstParagraph(words)}`),
    ...throws,
    ...commonErrors,
    `@example\n${exampleSource(operation)}`,
  ];
  const name = methodName(operationId);
  return `${comment(text, "  ")}  ${name}(${[...args, "options?: CallOptions"].join(", ")}): ApiCall<${responseSchemaName(operation)}>;\n`;
}

function exampleSource(operation: Operation): string {
  const { operationId, parameters, body } = operation;
  const args = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ example }) => JSON.stringify(example));
  const [bodyExample] = Object.values(body?.["application/json"]?.examples ?? {});
  if (bodyExample) args.push(objectSource(bodyExample.value as object));
  const query = queryOf(operation);
  const flag = query.find(({ schema }) => schema.enum);
  if (flag) args.push(`{ ${flag.name}: true }`);
  const result = responseSchemaName(operation) === "ComputerList" ? "{ computers }" : "computer";
  return `const ${result} = await client.computers.${methodName(operationId)}(${args.join(", ")});`;
}

function objectSource(value: object): string {
  return JSON.stringify(value, null, 1)
    .replace(/\s+/g, " ")
    .replace(/"(\w+)":/g, "$1:");
}

function firstParagraph(text: string): string {
  return (text.split("\n\n")[0] ?? "").trim().replace(/\n/g, " ");
}

function comment(parts: readonly string[], indent: string): string {
  const tags = parts.filter((part) => part.startsWith("@"));
  const words = parts.filter((part) => !part.startsWith("@")).map((part) => part.trim());
  const text = [words.join("\n\n"), tags.join("\n")].filter(Boolean).join("\n\n");
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
