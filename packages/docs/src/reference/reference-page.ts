import { type Api, listOf, objectOf, type Response, textOf } from "@compute-host/openapi";
import type { Page } from "../page.ts";
import { blocks, spaced } from "./blocks.ts";
import { operationText, placedItem, type ReferenceContext, responseText, sharedName } from "./operation.ts";
import { code } from "./schema-words.ts";
import { SchemaTexts } from "./schemas.ts";

/** Options of the reference. */
export interface ReferenceOptions extends Pick<ReferenceContext, "problemPageOf"> {
  /** Lines below a tag's description. */
  readonly pictureOf?: (tag: string) => string | undefined;
}

/** Explains the mark of a paragraph that begins with `**Decision:**`. */
const decisionsText =
  "A paragraph with a line at its left is a decision of this project: another service may do it differently.";

/** The reference of a description as one Markdown page, which begins with the operations. */
export function referencePage(api: Api, options: ReferenceOptions = {}): Omit<Page, "group"> {
  const context = { api, schemas: new SchemaTexts(api), ...options };
  const { info } = api;
  const [lede = "", ...about] = textOf(info.description).split(/^(?=## )/m);
  const operations = api.operations.map(
    ({ method, operationId, summary }) =>
      `- \`${method}\`{.method .${method.toLowerCase()}} [${summary || operationId}](#${operationId})`,
  );
  const text = blocks(
    "# API reference",
    lede.trim() || textOf(info.summary),
    `Version ${textOf(info.version)} · [openapi.yaml](/openapi.yaml) · [openapi.json](/openapi.json)`,
    textOf(info.description).includes("**Decision:**") && decisionsText,
    operations.join("\n"),
    ...servers(api),
    ...credentials(api),
    ...api.operations.map((operation) => operationText(context, operation)),
    ...api.tags.map(({ name, description }) =>
      blocks(`## ${name} {#tag-${name}}`, description, options.pictureOf?.(name)),
    ),
    "## Objects",
    ...context.schemas.sections(),
    ...sharedErrors(context),
    sharedHeaders(context),
    // `decisionsText` says how this page marks decisions.
    ...about.filter((part) => !part.includes("**Decision**")).map((part) => part.trim()),
  );
  return {
    path: "reference/",
    title: "API reference",
    summary: textOf(info.summary),
    isWide: true,
    sendsRequests: true,
    text: `${text}\n`,
  };
}

/** The error responses of `components`, which operations link to. */
function sharedErrors(context: ReferenceContext): string[] {
  const uses = new Map<string, Response[]>();
  for (const operation of context.api.operations) {
    for (const response of operation.responses) {
      const name = sharedName(context, operation, response);
      if (name !== "") uses.set(name, [...(uses.get(name) ?? []), response]);
    }
  }
  const sections = [...uses].map(([name, responses]) => {
    const statuses = new Set(responses.map(({ status }) => status).filter((status) => status !== "default"));
    const title = `### ${[...statuses, spaced(name)].join(" ")} {#${name}}`;
    return blocks(title, responseText(context, responses[0] as Response, name));
  });
  return sections.length === 0 ? [] : ["## Error responses", ...sections];
}

/** The header fields of `components`, each described once. */
function sharedHeaders(context: ReferenceContext): string {
  const all = context.api.operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers));
  const shared = all.filter(({ pointer }) => pointer.startsWith("/components/"));
  const items = [...new Map(shared.map((one) => [one.name, placedItem(context, one, one.name)])).values()];
  return items.length === 0 ? "" : blocks("## Header fields", ...items);
}

function servers({ document }: Api): string[] {
  const all = listOf(document.servers).map(objectOf);
  const texts = all.map(({ url, description, variables }) => {
    const lines = Object.entries(objectOf(variables)).map(([name, value]) => {
      const { default: initial = "", description: about, enum: values } = objectOf(value);
      const allowed = values === undefined ? "" : `, one of ${listOf(values).map(code).join(", ")}`;
      return `- ${code(name)}, default ${code(initial)}${allowed}: ${textOf(about).trim().replaceAll("\n", " ")}`;
    });
    return blocks(`${code(textOf(url))}: ${textOf(description)}`, lines.join("\n"));
  });
  return all.length === 0 ? [] : ["## Base address", ...texts];
}

function credentials({ securitySchemes }: Api): string[] {
  const schemes = Object.entries(securitySchemes).map(([name, { description, bearerFormat }]) => {
    const format = bearerFormat === undefined ? "" : `, ${textOf(bearerFormat)}`;
    return `${code(name)}: a bearer token${format}. ${textOf(description).trim()}`;
  });
  return schemes.length === 0 ? [] : ["## Credentials", ...schemes];
}
