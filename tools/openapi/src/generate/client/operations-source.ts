import { type Api, type Operation, parametersIn } from "../../model/api.ts";
import { isObjectSchema, requestSchema, successSchema } from "../core/body-schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";
import { memberName } from "./client-parameters.ts";

/** A member of an operation in the client's sources, and its source. */
type Field = readonly [name: string, source: string];

/** Generates the client's run-time data for each operation; only imports functions that an operation needs. */
export function operationsSource(api: Api, command: string): string {
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const entries = resources.map(([resource, operations]) => {
    const methods = operations.map((operation) => {
      const members = operationFields(api, operation).map(([name, source]) => `${name}: ${source}`);
      return `      ${keySource(operation.methodName)}: map({ ${members.join(", ")} }),\n`;
    });
    return `    ${keySource(resource)}: {\n${methods.join("")}    },\n`;
  });
  const source = entries.join("");
  const used = ["fieldParameters", "readJson", "readNothing"].filter((name) => source.includes(`: ${name}`));
  return `${generatedHeader(command)}
import ${used.length === 0 ? "type { Operation }" : `{ type Operation, ${used.join(", ")} }`} from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Makes something of each operation of the spec: by resource, by method. */
export function mapOperations<T>(
  map: (operation: Operation) => T,
): Record<keyof Resources, Readonly<Record<string, T>>> {
  return {
${source}  };
}
`;
}

function operationFields(api: Api, operation: Operation): Field[] {
  const query = parametersIn(operation, "query").map(({ name }) => name);
  const fields = parametersIn(operation, "header").map((one) => [memberName(one), one.name]);
  return [
    ["operationId", valueSource(operation.operationId)],
    ["method", valueSource(operation.method)],
    ["path", valueSource(operation.path)],
    ...(operation.security === undefined ? [["isAnonymous", "true"] as const] : []),
    ...requestFields(api, operation),
    ...(query.length > 0 ? [["query", valueSource(query)] as const] : []),
    ...(fields.length > 0
      ? [["fields", `fieldParameters(${valueSource(Object.fromEntries(fields))})`] as const]
      : []),
    ...responseFields(api, operation),
  ];
}

function requestFields(api: Api, operation: Operation): Field[] {
  const schema = requestSchema(operation);
  if (schema === undefined) return [];
  const kind = isObjectSchema(api, schema) ? "object" : "any";
  return [
    ["takes", valueSource(operation.body?.isRequired ? kind : "optional")],
    ["bodySchema", valueSource(schema.name)],
  ];
}

function responseFields(api: Api, operation: Operation): Field[] {
  const schema = successSchema(operation);
  if (schema === undefined) return [["read", "readNothing"]];
  return [
    ...(isObjectSchema(api, schema) ? [] : [["read", "readJson"] as const]),
    ["responseSchema", valueSource(schema.name)],
  ];
}
