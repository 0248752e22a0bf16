import { type Api, mediaKindOf, type Operation } from "../../model/api.ts";
import { readFormFields } from "../../model/form-fields.ts";
import { generatedHeader } from "../generated-file.ts";
import { keySource, valueSource } from "../source-text.ts";

/** Generates what the fake knows of operations that are not secured by the bearer token alone, or take more than plain JSON. */
export function fakeFactsSource(api: Api, command: string): string {
  const entries = api.operations.flatMap((operation) => {
    const facts = { ...securityFacts(api, operation), ...bodyFacts(api, operation) };
    if (Object.keys(facts).length === 0) return [];
    return [`  ${keySource(operation.operationId)}: ${valueSource(facts)},\n`];
  });
  return `${generatedHeader(command)}
import type { OperationFacts } from "./operation-facts.ts";
import type { OperationTable } from "./own-entry.ts";

/** Where an operation is not secured by the bearer token alone, or takes more than \`application/json\`. */
export const operationFacts: OperationTable<OperationFacts> = {
${entries.join("")}};
`;
}

function securityFacts({ securitySchemes }: Api, { security }: Operation): object {
  const alternatives = security.map((requirement) =>
    requirement.flatMap(({ scheme }) => securitySchemes[scheme]?.credential ?? []),
  );
  const isBearer =
    alternatives.length === 1 && alternatives[0]?.length === 1 && alternatives[0][0]?.prefix === "Bearer ";
  return isBearer ? {} : { security: alternatives };
}

function bodyFacts({ document }: Api, { body }: Operation): object {
  if (body === undefined) return {};
  const isPlain = body.isRequired && body.content.every(({ mediaType }) => mediaType === "application/json");
  if (isPlain) return {};
  const content = body.content.map(({ mediaType, schema }) => {
    const kind = mediaKindOf(mediaType);
    const isForm = kind === "form" || kind === "multipart";
    return [
      withoutParameters(mediaType),
      { kind, ...(isForm && { fields: readFormFields(document, schema) }) },
    ];
  });
  return { isOptional: !body.isRequired, content: Object.fromEntries(content) };
}

/** A media type without its parameters, in lower case. */
function withoutParameters(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
