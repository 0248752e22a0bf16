import {
  type Api,
  type Body,
  deprecationWords,
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
import { discriminatorOf } from "../reference/discriminator.ts";
import { compactJson } from "../reference/examples.ts";
import { mediaWords } from "../reference/media-words.ts";
import { objectTitle } from "../reference/object-title.ts";
import type { Sample } from "../reference/reference-context.ts";
import { schemeObject, schemeWords, securityParts } from "../reference/security-words.ts";
import { writtenParameter } from "../reference/written-parameter.ts";

/** The complete reference as Markdown, for programs that read text. */
export function referenceMarkdown(api: Api, samplesOf: (operationId: string) => readonly Sample[]): string {
  const { info, operations, webhooks, schemas, views } = api;
  return [
    `# ${textOf(info.title)} ${textOf(info.version)}`,
    textOf(info.summary),
    textOf(info.description),
    ...api.tags.map(({ name, description }) => `## ${name}\n\n${description}`),
    credentialsText(api),
    ...operations.map((operation) => operationText(api, operation, samplesOf(operation.operationId))),
    webhooks.length > 0
      ? "## Webhooks\n\nThe service sends these requests, and expects one of the responses."
      : "",
    ...webhooks.map((webhook) => operationText(api, webhook, [])),
    "## Objects",
    ...Object.entries(schemas)
      .filter(([name]) => !Object.hasOwn(views, name))
      .map(([name, schema]) =>
        [`### ${name}`, textOf(schema.description), discriminatorText(api, schema), fieldsText(api, schema)]
          .filter(Boolean)
          .join("\n\n"),
      ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function credentialsText({ securitySchemes, document }: Api): string {
  const schemes = Object.entries(securitySchemes).map(([name, scheme]) => {
    const words = schemeWords(scheme, schemeObject(document, name)).join(", ");
    const about = [`\`${name}\` (${words})`, oneLine(scheme.description)].filter(Boolean).join(": ");
    const scopes = Object.entries(scheme.scopes).map(
      ([scope, text]) => `- Scope \`${scope}\`: ${oneLine(text)}`,
    );
    return [about, scopes.join("\n")].filter(Boolean).join("\n\n");
  });
  return schemes.length === 0 ? "" : `## Credentials\n\n${schemes.join("\n\n")}`;
}

function securityText({ securitySchemes }: Api, operation: Operation): string {
  if (Object.keys(securitySchemes).length === 0) return "";
  const parts = securityParts(operation).map((part) => {
    if (typeof part === "string") return part;
    const scopes = part.scopes.map((scope) => ` \`${scope}\``).join("");
    return `\`${part.scheme}\`${scopes === "" ? "" : ` with${scopes}`}`;
  });
  return `Credentials: ${parts.join("")}`;
}

function operationText(api: Api, operation: Operation, samples: readonly Sample[]): string {
  const { operationId, summary, description, method, path, parameters, body, responses } = operation;
  return [
    `## ${summary || operationId}`,
    `\`${method} ${path}\` (\`${operationId}\`)${operation.deprecation ? `, ${deprecationWords(operation.deprecation)}` : ""}`,
    description,
    api.webhooks.includes(operation) ? "" : securityText(api, operation),
    ...parameters.map((parameter) => parameterText(api, parameter)),
    body === undefined ? "" : bodyText(api, body),
    ...responses.map((response) => responseText(api, response)),
    ...samples.map(({ title, language, code }) => `${title}:\n\n\`\`\`${language}\n${code}\n\`\`\``),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function parameterText(api: Api, parameter: Parameter): string {
  const { name, in: place, isRequired, isDeprecated, description, schema } = parameter;
  const written = writtenParameter(api.document, parameter);
  const facts = [
    place,
    isRequired ? "required" : "",
    isDeprecated ? "deprecated" : "",
    typeText(api, schema),
    written === undefined ? "" : `written \`${written.example}\`, ${written.words}`,
  ];
  const line = `Parameter \`${name}\` (${facts.filter(Boolean).join(", ")}): ${oneLine(description)}`;
  return [line, innerFields(api, schema, "")].filter(Boolean).join("\n\n");
}

function bodyText(api: Api, { description, content, isRequired }: Body): string {
  return `### Request body${isRequired ? " (required)" : ""}\n\n${description}\n\n${contentText(api, content)}`;
}

function responseText(api: Api, { status, description, headers, content }: Response): string {
  const names = headers.map(({ name, isRequired, schema, description: text }) => {
    const required = isRequired ? ", required" : "";
    const line = `- \`${name}\` (${typeText(api, schema)}${required}): ${oneLine(text)}`;
    return [line, innerFields(api, schema, "  ")].filter(Boolean).join("\n");
  });
  const headerLine = names.length > 0 ? `\n\nHeaders:\n\n${names.join("\n")}` : "";
  return `### ${status}\n\n${description}${headerLine}\n\n${contentText(api, content)}`;
}

function contentText(api: Api, content: readonly MediaType[]): string {
  return content
    .map(({ mediaType, schema, schemaName, examples }) => {
      const isObject = schemaName !== undefined && !Object.hasOwn(api.views, schemaName);
      const fields = schema === undefined || isObject ? "" : fieldsText(api, schema);
      const type = schemaName === undefined ? plainType(api, schema) : objectTitle(api, schemaName);
      const words = [mediaWords(mediaType), type].filter(Boolean).join(", ");
      const shown = examples.map(
        ({ name, summary, value }) =>
          `${summary || name}:\n\n\`\`\`${typeof value === "string" ? "text" : "json"}\n${typeof value === "string" ? value : compactJson(value ?? null)}\n\`\`\``,
      );
      return [`\`${mediaType}\`${words === "" ? "" : `: ${words}`}`, fields, ...shown]
        .filter(Boolean)
        .join("\n\n");
    })
    .join("\n\n");
}

/** The type of a body whose fields are not listed; one that is not JSON says it by its words, unless it has bounds. */
function plainType(api: Api, schema: Schema | undefined): string {
  if (schema === undefined || typesOf(schema).includes("object")) return "";
  const text = typeText(api, schema);
  return ["any", "string", "string, format binary"].includes(text) ? "" : text;
}

function discriminatorText(api: Api, schema: Schema): string {
  const discriminator = discriminatorOf(api, schema);
  if (discriminator === undefined) return "";
  const values = discriminator.values.map(
    ({ value, schema: one }) => `, \`${value}\` is ${typeText(api, one)}`,
  );
  return `Told apart by \`${discriminator.property}\`${values.join("")}.`;
}

/** Lists the fields of an object, with those of objects inside it that have no name to look up. */
function fieldsText(api: Api, schema: Schema, indent = ""): string {
  const resolved = resolveSchema(api.document, schema);
  const required = new Set(listOf(resolved.required));
  const parts = listOf(resolved.allOf).map((part) => objectOf(part) as Schema);
  const own = Object.entries(objectOf(resolved.properties)).flatMap(([name, property]) => {
    const field = objectOf(property) as Schema;
    const description = textOf(field.description ?? resolveSchema(api.document, field).description);
    const facts = `${typeText(api, field)}${required.has(name) ? ", required" : ""}`;
    return [
      `${indent}- \`${name}\` (${facts}): ${oneLine(description)}`,
      innerFields(api, field, `${indent}  `),
    ];
  });
  return [
    ...parts.filter(({ $ref }) => $ref === undefined).map((part) => fieldsText(api, part, indent)),
    ...own,
  ]
    .filter(Boolean)
    .join("\n");
}

function innerFields(api: Api, schema: Schema, indent: string): string {
  const inner = schema.items === undefined ? schema : (objectOf(schema.items) as Schema);
  return inner.$ref === undefined ? fieldsText(api, inner, indent) : "";
}

function typeText(api: Api, schema: Schema): string {
  const name = schema.$ref === undefined ? undefined : keysOf(schema.$ref).at(-1);
  const resolved = resolveSchema(api.document, schema);
  const items = objectOf(resolved.items) as Schema;
  const own = name === undefined ? resolved : schema;
  const base =
    (name === undefined ? undefined : objectTitle(api, name)) ??
    (resolved.items === undefined
      ? typesOf(resolved).join(" or ") || "any"
      : `array of ${typeText(api, items)}`);
  const values = listOf(resolved.enum).map((value) => JSON.stringify(value));
  const known = knownValuesOf(resolved)?.map((value) => JSON.stringify(value)) ?? [];
  return [
    base,
    ...boundsOf(own),
    values.length > 0 ? `one of ${values.join(", ")}` : "",
    known.length > 0 ? `known values ${known.join(", ")}` : "",
    own.default === undefined ? "" : `default ${JSON.stringify(own.default)}`,
    own.deprecated === true ? "deprecated" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
