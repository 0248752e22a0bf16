import { type Api, type Operation, type Parameter, successesOf, successOf } from "../../model/api.ts";
import { deprecationFields } from "../../model/deprecation.ts";
import { problemsOf, problemsOfAnyRequest } from "../../model/problems.ts";
import type { Schema } from "../../schema/schemas.ts";
import { mixedSource, valueSource } from "../source-text.ts";
import { nodeOf } from "./schema-nodes-source.ts";

/** What the core knows about each operation. */
function operationEntries({ operations }: Api): object[] {
  const schemaOf = (schema: Schema) => nodeOf(schema, "nodes.");
  const parameterEntry = ({ name, in: place, isRequired, shape, default: filled, schema }: Parameter) => ({
    name,
    in: place,
    isRequired,
    shape,
    default: filled,
    schema: schemaOf(schema),
  });
  return operations.map((operation) => {
    const { operationId, method, path, deprecation, body, security, parameters } = operation;
    return {
      operationId,
      method,
      path,
      successStatus: Number(successOf(operation).status),
      ...(security === undefined && { isAnonymous: true }),
      parameters: parameters.map(parameterEntry),
      ...(body !== undefined && {
        body: { isRequired: body.isRequired, schema: schemaOf(body.content.schema) },
      }),
      ...(deprecation !== undefined && { notices: deprecationFields(deprecation) }),
    };
  });
}

/** Generates the operations as data, and the facts that the types of the handlers are derived from. */
export function operationsSource(api: Api): string {
  const entries = operationEntries(api);
  const ofAnyRequest = problemsOfAnyRequest(api.operations);
  return `import type { Operation } from "./operation.ts";
import * as nodes from "../schema/schema-nodes.gen.ts";

/** Every operation of the spec. */
export const operations: readonly Operation[] = [
${entries.map((entry) => `  ${mixedSource(entry)},\n`).join("")}];

/** What the types of the operations do not say. */
export interface OperationFacts {
${api.operations.map((one) => factsSource(one, ofAnyRequest)).join("")}}

/** The header fields of responses, apart from those that every response has. */
export const responseFields: readonly string[] = ${valueSource(responseFields(api))};
`;
}

function factsSource(operation: Operation, ofAnyRequest: ReadonlySet<string>): string {
  const { operationId, security, parameters } = operation;
  const filled = parameters.filter((one) => one.default !== undefined).map(({ name }) => valueSource(name));
  const problems = problemsOf(operation).filter(({ key }) => !ofAnyRequest.has(key));
  const keys = new Set(problems.map(({ key }) => valueSource(key)));
  const facts = [
    `success: ${successOf(operation).status}`,
    `isAnonymous: ${security === undefined}`,
    `filled: ${filled.join(" | ") || "never"}`,
    `outcome: ${[...successesOf(operation).map(({ status }) => status), ...keys].join(" | ")}`,
  ];
  return `  ${operationId}: { ${facts.join("; ")} };\n`;
}

/** Header fields that the HTTP layer sends on its own. */
const automaticFields =
  /^(?:connection|content-length|content-type|date|keep-alive|transfer-encoding|x-request-id)$/i;

function responseFields({ operations }: Api): string[] {
  const named = operations.flatMap(({ responses, deprecation }) => [
    ...responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
    ...(deprecation === undefined ? [] : Object.keys(deprecationFields(deprecation))),
  ]);
  return [...new Set(named)].filter((name) => !automaticFields.test(name));
}

/** Generates the examples of `components`, for the service's sandbox. */
export function examplesSource({ examples }: Api): string {
  const entries = Object.entries(examples).map(
    ([name, value]) => `  ${valueSource(name)}: ${valueSource(value)},\n`,
  );
  return `/** The examples of the spec, by name. */
export const examples = {
${entries.join("")}} as const;
`;
}
