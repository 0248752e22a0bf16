import {
  type Api,
  type MediaType,
  mediaKindOf,
  type Operation,
  type Parameter,
  type Response,
  successOf,
} from "../../model/api.ts";
import { deprecationFields } from "../../model/deprecation.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { readFormFields } from "../../model/form-fields.ts";
import { parameterDefault, parameterShape } from "../../model/parameter-shape.ts";
import { pointerOf } from "../../model/pointer.ts";
import { generatedHeader } from "../generated-file.ts";
import { valueSource } from "../source-text.ts";

/** What the service knows of each operation, and where each security scheme that an operation uses has its credential. */
export function serverOperations(api: Api): {
  readonly operations: readonly object[];
  readonly securitySchemes: Readonly<Record<string, object>>;
} {
  return {
    operations: api.operations.map((operation) => operationEntry(api, operation)),
    securitySchemes: Object.fromEntries(usedSchemes(api).map((name) => [name, credentialPlace(api, name)])),
  };
}

/**
 * Generates the service's data for each operation, and the description that schemas are compiled from. The handlers' types
 * are derived from the data.
 */
export function serverOperationsSource(api: Api, command: string): string {
  const { operations, securitySchemes } = serverOperations(api);
  const entries = operations.map((operation) => `  ${valueSource(operation)},\n`);
  const schemes = Object.entries(securitySchemes).map(
    ([name, place]) => `  ${valueSource(name)}: ${valueSource(place)},\n`,
  );
  const text = valueSource(JSON.stringify(api.document));
  return `${generatedHeader(command)}
import type { CredentialPlace, Operation } from "./operation.ts";
import type { SpecDocument } from "./spec-document.ts";

/** Every operation of the spec. */
export const operations = [
${entries.join("")}] as const satisfies readonly Operation[];

/** Where requests carry the credential of each security scheme that an operation uses. */
export const securitySchemes = {
${schemes.join("")}} as const satisfies Readonly<Record<string, CredentialPlace>>;

/** The description with local references only. Parsing text is faster than building the object. */
export const description: SpecDocument = JSON.parse(
  ${text},
) as SpecDocument;
`;
}

function operationEntry(api: Api, operation: Operation): object {
  const { operationId, method, path, deprecation, body, security, responses } = operation;
  return {
    operationId,
    method,
    path,
    successStatus: Number(successOf(operation).status.replace("XX", "00")),
    security,
    parameters: operation.parameters
      .filter(({ in: place }) => place !== "cookie")
      .map((parameter) => parameterEntry(api, parameter, operation.parameters)),
    ...(deprecation !== undefined && { notices: deprecationFields(deprecation) }),
    ...(body !== undefined && {
      body: { isRequired: body.isRequired, content: body.content.map((media) => contentEntry(api, media)) },
    }),
    responses: Object.fromEntries(responses.map((response) => [response.status, responseEntry(response)])),
  };
}

function parameterEntry({ document }: Api, parameter: Parameter, siblings: readonly Parameter[]): object {
  const { name, in: place, isRequired, schemaPointer } = parameter;
  const shape = parameterShape(document, parameter, siblings);
  return {
    name,
    in: place,
    isRequired,
    schemaPointer,
    shape,
    default: parameterDefault(document, parameter),
  };
}

function contentEntry({ document }: Api, { mediaType, schema, schemaPointer }: MediaType): object {
  const kind = mediaKindOf(mediaType);
  return {
    mediaType,
    kind,
    // Bytes have no JSON type.
    ...(kind !== "binary" && schemaPointer !== undefined && { schemaPointer }),
    ...((kind === "form" || kind === "multipart") && { fields: readFormFields(document, schema) }),
  };
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

/** The security schemes that operations use, in the order of the description. */
function usedSchemes({ operations, securitySchemes }: Api): string[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return Object.keys(securitySchemes).filter((name) => used.has(name));
}

function credentialPlace({ securitySchemes }: Api, name: string): object {
  const credential = securitySchemes[name]?.credential;
  if (credential?.in === "header" || credential?.in === "query") return credential;
  const what = `The credential of ${name} is neither in a header nor in the query, where the service reads it`;
  throw new DescriptionError(
    `${what}: use another scheme, or check it in a proxy and remove it from \`security\`.`,
    pointerOf("components", "securitySchemes", name),
  );
}
