import { type Api, jsonContentOf, type Operation, parametersIn } from "../../model/api.ts";
import { keySource } from "../../model/names.ts";
import { resolveSchema, typesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { mayBeEmpty, requestSchemaOf, responseSchemaOf, successKindOf } from "./body-schemas.ts";
import { namedParametersOf, pathParametersOf, queryStyleOf } from "./client-parameters.ts";

/** What the client knows of each operation at run time; functions that no operation needs are not imported. */
export function operationsSource(api: Api, command: string): string {
  const entries = api.operations.map((operation) => {
    const fields = fieldsOf(api, operation).map(([name, source]) => `${name}: ${source}`);
    return `  ${keySource(operation.operationId)}: { ${fields.join(", ")} },\n`;
  });
  const resources = Map.groupBy(api.operations, ({ resource }) => resource);
  const resourceEntries = [...resources].map(([resource, operations]) => {
    const methods = operations.map(
      ({ methodName, operationId }) => `${methodName}: ${JSON.stringify(operationId)}`,
    );
    return `  ${resource}: { ${methods.join(", ")} },\n`;
  });
  return `${generatedHeader(command)}
import type { OperationId } from "@compute-host/types";
${importsOf(entries.join(""))}import type { Operation } from "./operation.ts";
import type { Resources } from "./resources.gen.ts";

/** Every operation of the spec. */
export const operations: Readonly<Record<OperationId, Operation>> = {
${entries.join("")}};

/** The operation of each method of each resource. */
export const methods: Readonly<Record<keyof Resources, Readonly<Record<string, OperationId>>>> = {
${resourceEntries.join("")}};
`;
}

function importsOf(entries: string): string {
  const modules = { bodyWriters: "body-writers", headers: "header-params", styles: "query-styles" };
  return Object.entries(modules)
    .filter(([name]) => entries.includes(`${name}.`))
    .map(([name, file]) => `import * as ${name} from "./${file}.ts";\n`)
    .join("");
}

type Field = readonly [name: string, source: string];

function fieldsOf(api: Api, operation: Operation): Field[] {
  pathParametersOf(operation);
  const parameters = namedParametersOf(operation);
  const styles = parameters.flatMap((one) => {
    const style = one.in === "query" ? queryStyleOf(api.document, one) : undefined;
    return style === undefined ? [] : [`${keySource(one.name)}: styles.${style}`];
  });
  const names = parametersIn(operation, "header").map(({ name }) => JSON.stringify(name));
  return [
    ["method", JSON.stringify(operation.method)],
    ["path", JSON.stringify(operation.path)],
    ...(parameters.length > 0 ? [["hasParams", "true"] as const] : []),
    ...(styles.length > 0 ? [["styles", `{ ${styles.join(", ")} }`] as const] : []),
    ...(names.length > 0 ? [["takeHeaders", `headers.headerParams(${names.join(", ")})`] as const] : []),
    ...requestFields(api, operation),
    ...responseFields(api, operation),
  ];
}

function requestFields(api: Api, operation: Operation): Field[] {
  const { body } = operation;
  if (body === undefined) return [];
  const { mediaType = "application/octet-stream" } = jsonContentOf(body.content) ?? body.content[0] ?? {};
  const request = requestSchemaOf(operation);
  const bodySchema = request?.name;
  const isMultipart = mediaType.startsWith("multipart/");
  const writer = isMultipart
    ? "bodyWriters.multipartBody"
    : `bodyWriters.bodyOf(${JSON.stringify(mediaType)})`;
  return [
    ["hasBody", "true"],
    ...(body.isRequired && isObjectSchema(api, request) ? [["takesObject", "true"] as const] : []),
    ...(mediaType === "application/json" ? [] : [["writeBody", writer] as const]),
    ...(bodySchema === undefined ? [] : [["bodySchema", JSON.stringify(bodySchema)] as const]),
  ];
}

function responseFields(api: Api, operation: Operation): Field[] {
  const kind = successKindOf(operation);
  if (kind === "nothing") return [];
  const response = responseSchemaOf(operation);
  const isObject = kind === "json" && isObjectSchema(api, response);
  return [
    ["returns", JSON.stringify(isObject ? "object" : kind)],
    ...(mayBeEmpty(operation) ? [["mayBeEmpty", "true"] as const] : []),
    ...(response === undefined ? [] : [["responseSchema", JSON.stringify(response.name)] as const]),
  ];
}

function isObjectSchema(api: Api, body: ReturnType<typeof responseSchemaOf>): boolean {
  const schema = body?.inline ?? api.schemas[body?.name ?? ""];
  const types = schema === undefined ? [] : typesOf(resolveSchema(api.document, schema));
  return types.length === 1 && types[0] === "object";
}
