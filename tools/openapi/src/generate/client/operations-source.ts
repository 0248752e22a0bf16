import type { Api, MediaKind, Operation } from "../../model/api.ts";
import { resolveSchema, typesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";
import { adapterFields, type Field, mostCommonAccept } from "./adapter-source.ts";
import { type BodySchema, clientRequestBody, type SuccessBody, successBodies } from "./body-schemas.ts";
import { namedParameters } from "./client-parameters.ts";
import { writingSource } from "./parameter-writers-source.ts";

/** Generates the client's run-time data for each operation; only imports functions that an operation needs. */
export function operationsSource(api: Api, command: string): string {
  const commonAccept = mostCommonAccept(api);
  const resources = [...Map.groupBy(api.operations, ({ resource }) => resource)];
  const entries = resources.map(([resource, operations]) => {
    const methods = operations.map((operation) => {
      return `      ${keySource(operation.methodName)}: map({ ${operationMembers(api, operation, commonAccept).join(", ")} }),\n`;
    });
    return `    ${keySource(resource)}: {\n${methods.join("")}    },\n`;
  });
  const needsWriters = api.operations.some((operation) => writingSource(api, operation) !== undefined);
  const needsFunctions = entries.some((entry) => entry.includes("operation."));
  return `${generatedHeader(command)}
${entries.some((entry) => entry.includes(" adapting(")) ? 'import { adapting } from "./adapt.ts";\n' : ""}${needsFunctions ? 'import * as operation from "./operation.ts";\n' : ""}import type { Operation } from "./operation.ts";
${needsWriters ? 'import * as parameters from "./parameter-writers.ts";\n' : ""}import type { Resources } from "./resources.gen.ts";

/** Makes something of each operation of the spec: by resource, by method. */
export function mapOperations<T>(
  map: (operation: Operation) => T,
): Record<keyof Resources, Readonly<Record<string, T>>> {
  return {
${entries.join("")}  };
}
`;
}

function operationMembers(api: Api, operation: Operation, commonAccept: string): string[] {
  const sending = sendingSource(operation);
  const writing = writingSource(api, operation, sending) ?? sending;
  const named = namedParameters(operation);
  const fields: Field[] = [
    ["operationId", valueSource(operation.operationId)],
    ["method", valueSource(operation.method)],
    ["path", valueSource(operation.path)],
    ...adapterFields(api, operation, commonAccept),
    ...requestFields(api, operation),
    ...(named.length > 0 ? [["params", valueSource(named.map(({ name }) => name))] as const] : []),
    ...responseFields(api, operation),
  ];
  const members = fields.map(([name, source]) => `${name}: ${source}`);
  return writing === undefined ? members : [...members, `...${writing}`];
}

function requestFields(api: Api, operation: Operation): Field[] {
  const body = clientRequestBody(operation);
  if (body === undefined) return [];
  const { schema } = body;
  return [
    ["takes", body.isRequired && isObjectSchema(api, schema) ? '"object"' : '"any"'],
    ...(schema === undefined ? [] : [["bodySchema", valueSource(schema.name)] as const]),
  ];
}

/** Returns what writes a body that is not `application/json`. */
function sendingSource(operation: Operation): string | undefined {
  const { mediaType, kind } = clientRequestBody(operation) ?? {};
  if (mediaType === undefined || kind === undefined || mediaType === "application/json") return undefined;
  return `operation.sending(${bodyWriter(kind, mediaType)})`;
}

function bodyWriter(kind: MediaKind, mediaType: string): string {
  if (kind === "form") return "operation.formBody";
  if (kind === "multipart") return "operation.multipartBody";
  const isJson = kind === "json";
  return `operation.${isJson ? "jsonOf" : kind === "text" ? "textOf" : "bytesOf"}(${valueSource(mediaType)})`;
}

function responseFields(api: Api, operation: Operation): Field[] {
  const successes = successBodies(operation);
  const [only, ...others] = successes.filter(({ kind }) => kind !== "nothing");
  if (only === undefined) return [["read", "operation.readNothing"]];
  if (others.length > 0) return [["read", readerByStatus(api, successes)]];
  const reader = responseReader(api, only);
  const isOptional = successes.length > 1;
  const isDefault = reader === "operation.readObject" && !isOptional;
  return [
    ...(isDefault ? [] : [["read", isOptional ? `operation.readOptional(${reader})` : reader] as const]),
    ...(only.schema === undefined ? [] : [["responseSchema", valueSource(only.schema.name)] as const]),
  ];
}

function readerByStatus(api: Api, successes: readonly SuccessBody[]): string {
  const entries = successes.flatMap((success) => {
    const schema = success.schema === undefined ? "" : `, ${valueSource(success.schema.name)}`;
    return success.statuses.map(
      (status) => `${valueSource(status)}: [${responseReader(api, success)}${schema}]`,
    );
  });
  return `operation.readByStatus({ ${entries.join(", ")} })`;
}

function responseReader(api: Api, { kind, schema }: SuccessBody): string {
  if (kind === "nothing") return "operation.readNothing";
  if (kind === "binary") return "operation.readBytes";
  if (kind === "text") return "operation.readText";
  return isObjectSchema(api, schema) ? "operation.readObject" : "operation.readJson";
}

function isObjectSchema(api: Api, body: BodySchema | undefined): boolean {
  const schema = body?.inline ?? api.schemas[body?.name ?? ""];
  const types = schema === undefined ? [] : typesOf(resolveSchema(api.document, schema));
  return types.length === 1 && types[0] === "object";
}
