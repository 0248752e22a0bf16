import { type Api, type Operation, parametersIn } from "../../model/api.ts";
import { isObjectSchema, requestSchema, successSchema } from "../core/body-schemas.ts";
import { keySource, valueSource } from "../source-text.ts";
import { memberName } from "./client-parameters.ts";

/** Generates the client's run-time data for each operation. */
export function operationsSource(api: Api): string {
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const entries = resources.map(([resource, operations]) => {
    const methods = operations.map(
      (one) => `      ${keySource(one.methodName)}: map({ ${membersOf(api, one)} }),\n`,
    );
    return `    ${keySource(resource)}: {\n${methods.join("")}    },\n`;
  });
  return `import * as operation from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Maps each operation of the spec, by resource and method. */
export function mapOperations<T>(
  map: (operation: operation.Operation) => T,
): Record<keyof Resources, Readonly<Record<string, T>>> {
  return {
${entries.join("")}  };
}
`;
}

/** The members of an operation, and their sources. */
function membersOf(api: Api, operation: Operation): string {
  const query = parametersIn(operation, "query").map(({ name }) => name);
  const fields = parametersIn(operation, "header").map((one) => [memberName(one), one.name]);
  const [request, success] = [requestSchema(operation), successSchema(operation)];
  const readJson = success !== undefined && isObjectSchema(api, success) ? undefined : "operation.readJson";
  const isOptional = request !== undefined && !operation.body?.isRequired;
  const options = [...query, ...fields.map(([name]) => name), ...(isOptional ? ["body"] : [])];
  const members = {
    operationId: valueSource(operation.operationId),
    method: valueSource(operation.method),
    path: valueSource(operation.path),
    isAnonymous: operation.security === undefined ? "true" : undefined,
    takesBody: request && !isOptional ? "true" : undefined,
    query: query.length > 0 ? valueSource(query) : undefined,
    options: options.length > query.length ? valueSource(options) : undefined,
    readFields:
      fields.length > 0 ? `operation.fieldReader(${valueSource(Object.fromEntries(fields))})` : undefined,
    read: success === undefined ? "operation.readNothing" : readJson,
  };
  const sources = Object.entries(members).filter(([, source]) => source !== undefined);
  return sources.map(([name, source]) => `${name}: ${source}`).join(", ");
}
