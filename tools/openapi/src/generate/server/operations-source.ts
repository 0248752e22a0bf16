import { type Api, jsonContentOf, type Operation, type Parameter, successOf } from "../../model/api.ts";
import { shapeOf } from "../../model/parameter-shape.ts";
import { generatedHeader } from "../generated-file.ts";
import { valueSource } from "../source-text.ts";

/** Generates the service's data for each operation, and the description that schemas are compiled from. */
export function serverOperationsSource(api: Api, command: string): string {
  const entries = api.operations.map((operation) => `  ${valueSource(entryOf(api, operation))},\n`);
  const text = valueSource(JSON.stringify(api.document));
  return `${generatedHeader(command)}
import type { Operation } from "./operation.ts";
import type { SpecDocument } from "./spec-document.ts";

/** Every operation of the spec. */
export const operations: readonly Operation[] = [
${entries.join("")}];

/** The description with local references only. Parsing text is faster than building the object. */
export const description: SpecDocument = JSON.parse(
  ${text},
) as SpecDocument;
`;
}

function entryOf(api: Api, operation: Operation): object {
  const { operationId, method, path, body } = operation;
  const success = successOf(operation);
  const [content] = success.content;
  return {
    operationId,
    method,
    path,
    successStatus: Number(success.status.replace("XX", "00")),
    ...(content !== undefined && { successType: content.mediaType }),
    parameters: operation.parameters
      .filter(({ in: place }) => place !== "cookie")
      .map((parameter) => parameterEntry(api, operation, parameter)),
    ...(body !== undefined && {
      body: {
        isRequired: body.isRequired,
        mediaTypes: body.content.map(({ mediaType }) => mediaType),
        ...(jsonContentOf(body.content)?.schemaPointer !== undefined && {
          schemaPointer: jsonContentOf(body.content)?.schemaPointer,
        }),
      },
    }),
  };
}

function parameterEntry(api: Api, operation: Operation, parameter: Parameter): object {
  const { name, in: place, isRequired, schemaPointer } = parameter;
  const shape = shapeOf(api.document, parameter, operation.parameters);
  return { name, in: place, isRequired, schemaPointer, shape };
}
