import { type Api, type JsonObject, listOf, objectOf, textOf, valueAt } from "@compute-host/openapi";
import type { Page } from "../page.ts";
import { operationText, placedItem, type ReferenceContext, responseText } from "./operation.ts";
import { code } from "./schema-words.ts";
import { blocks, SchemaTexts, spaced } from "./schemas.ts";

/** Options of the reference. */
export interface ReferenceOptions extends Pick<ReferenceContext, "readSamples" | "problemPageOf"> {
  /** Lines below a tag's description. */
  readonly pictureOf?: (tag: string) => string | undefined;
  /** Readers' words for its sections, before the title. */
  readonly frontMatter?: string;
}

/** The reference of a description as one Markdown page, which begins with the operations. */
export function referencePage(api: Api, options: ReferenceOptions = {}): Page {
  const context = { api, schemas: new SchemaTexts(api), ...options };
  const { info } = api;
  const [lede = "", ...about] = textOf(info.description).split(/^(?=## )/m);
  const operations = api.operations.map(
    ({ method, operationId, summary }) =>
      `- \`${method}\`{.method .${method.toLowerCase()}} [${summary || operationId}](#${operationId})`,
  );
  const text = blocks(
    `# ${textOf(info.title)}`,
    lede.trim() || textOf(info.summary),
    `Version ${textOf(info.version)} · [openapi.yaml](/openapi.yaml) · [openapi.json](/openapi.json) · ${aboutLine(info)}`,
    operations.join("\n"),
    ...api.operations.map((operation) => operationText(context, operation)),
    ...api.tags.map(({ name, description }) =>
      blocks(`## ${name} {#tag-${name}}`, description, options.pictureOf?.(name)),
    ),
    "## Objects",
    ...context.schemas.objects(),
    ...sharedErrors(context),
    sharedHeaders(context),
    ...about.map((part) => part.trim()),
    ...servers(api),
    ...credentials(api),
  );
  return {
    path: "reference/",
    title: "API reference",
    group: "Reference",
    summary: textOf(info.summary),
    isWide: true,
    sendsRequests: true,
    text: `${options.frontMatter ?? ""}${text}\n`,
  };
}

/** Whom to ask, and on which terms. */
function aboutLine(info: JsonObject): string {
  const { contact, license } = info;
  const all = [objectOf(contact), objectOf(license)].map(({ name, url, email, identifier }) => {
    const title = textOf(name) || textOf(identifier) || textOf(email);
    const address = textOf(url) || (email === undefined ? "" : `mailto:${textOf(email)}`);
    return address === "" ? title : `[${title}](${address})`;
  });
  return all.filter(Boolean).join(" · ");
}

/** The error responses of `components`, which operations link to. */
function sharedErrors(context: ReferenceContext): string[] {
  const { document, operations } = context.api;
  const sections = Object.keys(objectOf(objectOf(document.components).responses)).flatMap((name) => {
    const uses = operations.flatMap(({ pointer, responses }) =>
      responses.filter(
        ({ status }) =>
          objectOf(valueAt(document, `${pointer}/responses/${status}`)).$ref ===
          `#/components/responses/${name}`,
      ),
    );
    const [first] = uses;
    const statuses = [...new Set(uses.map(({ status }) => status))].filter((status) => status !== "default");
    const title = `### ${[...statuses, spaced(name)].join(" ")} {#${name}}`;
    return first === undefined ? [] : blocks(title, responseText(context, first, name));
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

function credentials({ securitySchemes, document }: Api): string[] {
  const schemes = Object.entries(securitySchemes).map(([name, { description }]) => {
    const { bearerFormat } = objectOf(valueAt(document, `/components/securitySchemes/${name}`));
    return `${code(name)}: a bearer token${bearerFormat === undefined ? "" : `, ${textOf(bearerFormat)}`}. ${description}`;
  });
  return schemes.length === 0 ? [] : ["## Credentials", ...schemes];
}
