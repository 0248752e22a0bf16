import { type Api, type Operation, type Parameter, type Response, successOf } from "../../model/api.ts";
import { deprecationFields } from "../../model/deprecation.ts";
import { generatedHeader } from "../generated-file.ts";
import { valueSource } from "../source-text.ts";

/** What the service knows of each operation. */
export function serverOperations({ operations }: Api): readonly object[] {
  return operations.map(operationEntry);
}

/**
 * Generates the service's data for each operation, and the description that schemas are compiled from. The handlers' types
 * are derived from the data.
 */
export function serverOperationsSource(api: Api, command: string): string {
  const entries = serverOperations(api).map((operation) => `  ${valueSource(operation)},\n`);
  const text = valueSource(JSON.stringify(api.document));
  return `${generatedHeader(command)}
import type { Operation } from "./operation.ts";
import type { SpecDocument } from "./spec-document.ts";

/** Every operation of the spec. */
export const operations = [
${entries.join("")}] as const satisfies readonly Operation[];

/** The description with local references only. Parsing text is faster than building the object. */
export const description: SpecDocument = JSON.parse(
  ${text},
) as SpecDocument;
`;
}

function operationEntry(operation: Operation): object {
  const { operationId, method, path, deprecation, body, security, responses } = operation;
  const [content] = body?.content ?? [];
  return {
    operationId,
    method,
    path,
    successStatus: Number(successOf(operation).status),
    ...(security === undefined && { isAnonymous: true }),
    parameters: operation.parameters.map(parameterEntry),
    ...(deprecation !== undefined && { notices: deprecationFields(deprecation) }),
    ...(body !== undefined && {
      body: { isRequired: body.isRequired, schemaPointer: content?.schemaPointer },
    }),
    responses: Object.fromEntries(responses.map((response) => [response.status, responseEntry(response)])),
  };
}

function parameterEntry({
  name,
  in: place,
  isRequired,
  schemaPointer,
  shape,
  default: filled,
}: Parameter): object {
  return { name, in: place, isRequired, schemaPointer, shape, default: filled };
}

/** Header fields that the HTTP layer sends by itself. */
const automaticFields = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

function responseEntry({ content, headers }: Response): object {
  const fields = headers.filter(({ name }) => !automaticFields.has(name.toLowerCase()));
  return {
    mediaTypes: content.map(({ mediaType }) => mediaType),
    ...(fields.length > 0 && {
      headers: Object.fromEntries(fields.map(({ name, isRequired }) => [name, isRequired])),
    }),
  };
}
