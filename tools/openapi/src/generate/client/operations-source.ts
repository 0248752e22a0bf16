import { type Api, jsonContentOf, type Operation, parametersIn } from "../../model/api.ts";
import { resolveSchema, typesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";
import { mayBeEmpty, requestSchemaOf, responseSchemaOf, successKindOf } from "./body-schemas.ts";
import { namedParametersOf, pathParametersOf, queryStyleOf } from "./client-parameters.ts";

/** Generates the client's run-time data for each operation; only imports functions that an operation needs. */
export function operationsSource(api: Api, command: string): string {
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const entries = resources.map(([resource, operations]) => {
    const methods = operations.map((operation) => {
      const fields = fieldsOf(api, operation).map(([name, source]) => `${name}: ${source}`);
      return `      ${keySource(operation.methodName)}: map({ ${fields.join(", ")} }),\n`;
    });
    return `    ${keySource(resource)}: {\n${methods.join("")}    },\n`;
  });
  const needsFunctions = entries.some((entry) => entry.includes("operation."));
  return `${generatedHeader(command)}
${needsFunctions ? 'import * as operation from "./operation.ts";\n' : ""}import type { Operation } from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Makes something of each operation of the spec: by resource, by method. */
export function mapOperations<T>(
  map: (operation: Operation) => T,
): Record<keyof Resources, Readonly<Record<string, T>>> {
  return {
${entries.join("")}  };
}
`;
}

type Field = readonly [name: string, source: string];

function fieldsOf(api: Api, operation: Operation): Field[] {
  pathParametersOf(operation);
  return [
    ["operationId", valueSource(operation.operationId)],
    ["method", valueSource(operation.method)],
    ["path", valueSource(operation.path)],
    ...requestFields(api, operation),
    ...paramsFields(api, operation),
    ...responseFields(api, operation),
  ];
}

function paramsFields(api: Api, operation: Operation): Field[] {
  const parameters = namedParametersOf(operation);
  if (parameters.length === 0) return [];
  const styles = parameters.flatMap((one) => {
    const style = one.in === "query" ? queryStyleOf(api.document, one) : undefined;
    return style === undefined ? [] : [`${keySource(one.name)}: operation.${style}`];
  });
  const names = parametersIn(operation, "header").map(({ name }) => valueSource(name));
  const given = [`{ ${styles.join(", ")} }`.replace("{  }", "{}"), ...names].join(", ");
  const isPlain = styles.length === 0 && names.length === 0;
  return [
    ["hasParams", "true"],
    ...(isPlain ? [] : [["writeParams", `operation.paramsWriter(${given})`] as const]),
  ];
}

function requestFields(api: Api, operation: Operation): Field[] {
  const { body } = operation;
  if (body === undefined) return [];
  const { mediaType = "application/octet-stream" } = jsonContentOf(body.content) ?? body.content[0] ?? {};
  const request = requestSchemaOf(operation);
  const bodySchema = request?.name;
  const isMultipart = mediaType.startsWith("multipart/");
  const writer = isMultipart ? "operation.multipartBody" : `operation.bodyOf(${valueSource(mediaType)})`;
  return [
    ["takes", body.isRequired && isObjectSchema(api, request) ? '"object"' : '"any"'],
    ...(mediaType === "application/json" ? [] : [["writeBody", writer] as const]),
    ...(bodySchema === undefined ? [] : [["bodySchema", valueSource(bodySchema)] as const]),
  ];
}

function responseFields(api: Api, operation: Operation): Field[] {
  const response = responseSchemaOf(operation);
  const reader = readerOf(api, operation);
  return [
    ...(reader === undefined ? [] : [["read", reader] as const]),
    ...(response === undefined ? [] : [["responseSchema", valueSource(response.name)] as const]),
  ];
}

/** The reader of a success; `undefined` for a JSON object, which is the default. */
function readerOf(api: Api, operation: Operation): string | undefined {
  const kind = successKindOf(operation);
  if (kind === "nothing") return "operation.readNothing";
  const isObject = kind === "json" && isObjectSchema(api, responseSchemaOf(operation));
  const reader = kind === "text" ? "readText" : isObject ? "readObject" : "readJson";
  if (mayBeEmpty(operation)) return `operation.readOptional(operation.${reader})`;
  return isObject ? undefined : `operation.${reader}`;
}

function isObjectSchema(api: Api, body: ReturnType<typeof responseSchemaOf>): boolean {
  const schema = body?.inline ?? api.schemas[body?.name ?? ""];
  const types = schema === undefined ? [] : typesOf(resolveSchema(api.document, schema));
  return types.length === 1 && types[0] === "object";
}
