import {
  type Api,
  type Body,
  keysOf,
  knownValuesOf,
  listOf,
  type MediaType,
  type Operation,
  objectOf,
  type Parameter,
  type Response,
  resolveSchema,
  type Schema,
  textOf,
  typesOf,
} from "@compute-host/openapi";
import { boundsOf } from "../reference/bounds.ts";
import { compactJson } from "../reference/examples.ts";
import type { Sample } from "../reference/reference-context.ts";

/** The complete reference as Markdown, for programs that read text. */
export function referenceMarkdown(api: Api, samplesOf: (operationId: string) => readonly Sample[]): string {
  const { info, operations, schemas } = api;
  return [
    `# ${textOf(info.title)} ${textOf(info.version)}`,
    textOf(info.summary),
    textOf(info.description),
    ...api.tags.map(({ name, description }) => `## ${name}\n\n${description}`),
    ...operations.map((operation) => operationText(api, operation, samplesOf(operation.operationId))),
    "## Objects",
    ...Object.entries(schemas).map(
      ([name, schema]) => `### ${name}\n\n${textOf(schema.description)}\n\n${fieldsText(api, schema)}`,
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function operationText(api: Api, operation: Operation, samples: readonly Sample[]): string {
  const { operationId, summary, description, method, path, parameters, body, responses } = operation;
  return [
    `## ${summary || operationId}`,
    `\`${method} ${path}\` (\`${operationId}\`)`,
    description,
    ...parameters.map((parameter) => parameterText(api, parameter)),
    body === undefined ? "" : bodyText(api, body),
    ...responses.map((response) => responseText(api, response)),
    ...samples.map(({ title, language, code }) => `${title}:\n\n\`\`\`${language}\n${code}\n\`\`\``),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function parameterText(api: Api, { name, in: place, isRequired, description, schema }: Parameter): string {
  const required = isRequired ? ", required" : "";
  return `Parameter \`${name}\` (${place}${required}, ${typeText(api, schema)}): ${oneLine(description)}`;
}

function bodyText(api: Api, { description, content, isRequired }: Body): string {
  return `### Request body${isRequired ? " (required)" : ""}\n\n${description}\n\n${contentText(api, content)}`;
}

function responseText(api: Api, { status, description, headers, content }: Response): string {
  const names = headers.map(({ name }) => `\`${name}\``);
  const headerLine = names.length > 0 ? `\n\nHeaders: ${names.join(", ")}` : "";
  return `### ${status}\n\n${description}${headerLine}\n\n${contentText(api, content)}`;
}

function contentText(api: Api, content: readonly MediaType[]): string {
  return content
    .map(({ mediaType, schema, schemaName, examples }) => {
      const fields = schema === undefined || schemaName !== undefined ? "" : fieldsText(api, schema);
      const shown = examples.map(
        ({ name, summary, value }) =>
          `${summary || name}:\n\n\`\`\`json\n${typeof value === "string" ? value : compactJson(value ?? null)}\n\`\`\``,
      );
      return [`\`${mediaType}\`${schemaName === undefined ? "" : `: ${schemaName}`}`, fields, ...shown]
        .filter(Boolean)
        .join("\n\n");
    })
    .join("\n\n");
}

function fieldsText(api: Api, schema: Schema): string {
  const resolved = resolveSchema(api.document, schema);
  const required = new Set(listOf(resolved.required));
  return Object.entries(objectOf(resolved.properties))
    .map(([name, property]) => {
      const own = objectOf(property) as Schema;
      const description = textOf(own.description ?? resolveSchema(api.document, own).description);
      return `- \`${name}\` (${typeText(api, own)}${required.has(name) ? ", required" : ""}): ${oneLine(description)}`;
    })
    .join("\n");
}

function typeText(api: Api, schema: Schema): string {
  const name = schema.$ref === undefined ? undefined : keysOf(schema.$ref).at(-1);
  const resolved = resolveSchema(api.document, schema);
  const items = objectOf(resolved.items) as Schema;
  const base =
    name ??
    (resolved.items === undefined
      ? typesOf(resolved).join(" or ") || "any"
      : `array of ${typeText(api, items)}`);
  const values = listOf(resolved.enum).map((value) => JSON.stringify(value));
  const known = knownValuesOf(resolved)?.map((value) => JSON.stringify(value)) ?? [];
  return [
    base,
    ...(name === undefined ? boundsOf(resolved) : []),
    values.length > 0 ? `one of ${values.join(", ")}` : "",
    known.length > 0 ? `known values ${known.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
