import {
  type Api,
  type JsonObject,
  listOf,
  type Operation,
  objectOf,
  placeAt,
  pointerOf,
  type SecurityScheme,
  textOf,
} from "@compute-host/openapi";
import { Anchors, fragment, slugify } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { anchorLink, type Heading, markdown, markdownLine } from "../markdown.ts";
import { type SearchRecord, textRecords } from "../section-records.ts";
import { brokenPath } from "./broken-path.ts";
import { objectSection } from "./object.ts";
import { operationSection } from "./operation.ts";
import { describe, type PlacedDecision, type ReferenceContext, type Sample } from "./reference-context.ts";

/** The name of a schema for readers: `Key, in requests` for the view that requests have of `Key`. */
function objectTitle({ views }: Api, name: string): string {
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  return view === undefined ? name : `${view.of}, in ${view.direction}`;
}

/** Options of the reference page. */
export interface ReferenceOptions {
  /** @default none */
  readonly readSamples?: ReferenceContext["readSamples"];
  /** @default no problem has a page */
  readonly problemUrlOf?: ReferenceContext["problemUrlOf"];
  /** The link target of a decision's badge. @default the decision itself */
  readonly decisionsUrl?: string;
  /** Content below a tag's description. */
  readonly diagramOf?: (tag: string) => Html | undefined;
  /** Links to the description itself. */
  readonly downloads?: readonly { readonly title: string; readonly url: string }[];
}

/** The reference page of a description, and data from it for other pages. */
export interface ReferencePage {
  readonly title: string;
  readonly summary: string;
  readonly body: Html;
  readonly headings: readonly Heading[];
  readonly records: readonly SearchRecord[];
  readonly decisions: readonly PlacedDecision[];
}

const noSamples: readonly Sample[] = [];

/** Renders a description as one page, whose HTML contains everything that the description says. */
export function referencePage(api: Api, options: ReferenceOptions = {}): ReferencePage {
  const context = createContext(api, options);
  const title = textOf(api.info.title);
  const body = html`
    <div class="intro">
      <h1>${title}</h1>
      <p class="lede">${markdownLine(textOf(api.info.summary))}</p>
      <p class="meta">Version ${textOf(api.info.version)}${downloadLinks(options.downloads ?? [])}</p>
      ${aboutLine(api)}
      ${context.decisionsUrl !== "" && html`<p class="switch"><label><input type="checkbox" data-decisions> Mark each Decision of this project <span class="badge">◇</span></label></p>`}
      ${operationTable(api)}
      ${introduction(context)}
      ${serverList(context)}
      ${securityList(context)}
    </div>
    ${api.tags.map((tag) => tagSection(context, tag.name, tag.description, options.diagramOf?.(tag.name)))}
    ${objectList(context)}`;
  const { headings, records, decisions } = context;
  return { title, summary: textOf(api.info.summary), body, headings, records, decisions };
}

function createContext(api: Api, options: ReferenceOptions): ReferenceContext {
  const anchors = new Anchors();
  // Operations come first, so their IDs never depend on the names of schemas.
  const taken = new Set(api.operations.map(({ operationId }) => operationId));
  const objects = new Map(
    Object.keys(api.schemas).map((name) => {
      const { of: owner = name } = api.views[name] ?? {};
      return [name, { id: taken.has(owner) ? `${owner}-object` : owner, title: objectTitle(api, name) }];
    }),
  );
  return {
    api,
    anchors,
    objects,
    decisions: [],
    records: [],
    headings: [],
    errors: new Map(),
    decisionsUrl: options.decisionsUrl ?? "",
    readSamples: options.readSamples ?? (() => noSamples),
    problemUrlOf: options.problemUrlOf ?? (() => undefined),
  };
}

function downloadLinks(downloads: ReferenceOptions["downloads"] = []): Content {
  return downloads.map(({ title, url }) => html` · <a href="${url}">${title}</a>`);
}

/** Whom to ask, and on which terms: contact, licence. */
function aboutLine({ info }: Api): Content {
  const contact = objectOf(info.contact);
  const license = objectOf(info.license);
  const email = textOf(contact.email);
  const links = [
    contact.url !== undefined
      ? addressLink(textOf(contact.url), textOf(contact.name) || "Contact")
      : textOf(contact.name),
    email !== "" && addressLink(`mailto:${email}`),
    license.url === undefined ? textOf(license.name) : addressLink(textOf(license.url), textOf(license.name)),
    license.identifier !== license.name && textOf(license.identifier),
  ].filter((one) => one !== false && one !== "");
  return (
    links.length > 0 && html`<p class="meta">${links.map((link, index) => [index > 0 && " · ", link])}</p>`
  );
}

function operationTable({ operations }: Api): Html {
  const row = ({ method, path, operationId, summary }: Operation) => html`
    <li>
      <span class="method ${method.toLowerCase()}">${method}</span>
      <a href="${fragment(operationId)}">${summary || operationId}</a>
      <code>${brokenPath(path)}</code>
    </li>`;
  return html`<ul class="operations">${operations.map(row)}</ul>`;
}

function introduction(context: ReferenceContext): Html {
  const text = textOf(context.api.info.description);
  const body = markdown(text, {
    anchors: context.anchors,
    decisionsUrl: context.decisionsUrl,
    onHeading: (heading) => context.headings.push(heading),
    onDecision: (decision) =>
      context.decisions.push({ ...decision, subject: renderSection(context, decision.id) }),
  });
  const records = textRecords(text, context.headings);
  context.records.push(...records.map((record) => ({ ...record, kind: "section" })));
  return body;
}

/** The title of the section of the introduction that contains a decision. */
function renderSection({ headings }: ReferenceContext, decisionId: string): string {
  const [section] = decisionId.split(".decision");
  return headings.find(({ id }) => id === section)?.title ?? "Introduction";
}

function serverList(context: ReferenceContext): Content {
  const servers = listOf(context.api.document.servers).map(objectOf);
  if (servers.length === 0) return "";
  const variables = servers.flatMap(({ variables }) => Object.entries(objectOf(variables)));
  return html`
    ${sectionTitle(context, "Base address")}
    ${servers.map(({ url, description }) => html`<p><code>${textOf(url)}</code> ${markdownLine(textOf(description))}</p>`)}
    ${variables.map(([name, variable]) => variableEntry(name, objectOf(variable)))}`;
}

function variableEntry(name: string, variable: JsonObject): Html {
  const values = listOf(variable.enum).map((value) => html` <code>${textOf(value)}</code>`);
  return html`
    <p class="fact"><span>${name}</span> ${markdownLine(textOf(variable.description))} Default <code>${textOf(variable.default)}</code>${values.length > 0 && [". One of", values]}</p>`;
}

function securityList(context: ReferenceContext): Content {
  const schemes = Object.entries(context.api.securitySchemes);
  if (schemes.length === 0) return "";
  return html`
    ${sectionTitle(context, "Credentials")}
    ${schemes.map(([name, scheme]) => schemeEntry(context, name, scheme))}`;
}

function schemeEntry(context: ReferenceContext, name: string, scheme: SecurityScheme): Html {
  const { value } = placeAt(context.api.document, pointerOf("components", "securitySchemes", name));
  const id = context.anchors.take(`credentials.${name}`);
  const text = describe(context, scheme.description, id, name);
  const words = ["Bearer token, as Authorization: Bearer", textOf(value.bearerFormat)].filter(Boolean);
  context.records.push({ title: name, kind: "credentials", id, text: plainText(text) });
  return html`
    <div id="${id}">
      <p><code>${name}</code> <span class="type">${words.join(", ")}</span></p>
      ${text}
    </div>`;
}

function sectionTitle(context: ReferenceContext, title: string): Html {
  const id = context.anchors.take(slugify(title));
  context.headings.push({ id, title, level: 2 });
  return html`<h2 id="${id}">${title} ${anchorLink(id)}</h2>`;
}

function tagSection(
  context: ReferenceContext,
  tag: string,
  description: string,
  diagram: Html | undefined,
): Content {
  const operations = context.api.operations.filter((operation) => operation.tag === tag);
  if (operations.length === 0 && description === "") return "";
  const id = context.anchors.take(`tag-${tag}`);
  context.headings.push({ id, title: tag, level: 1 });
  return html`
    <section class="tag" id="${id}">
      <h2>${tag} ${anchorLink(id)}</h2>
      ${describe(context, description, id, tag)}
      ${diagram}
    </section>
    ${operations.map((operation) => operationSection(context, operation))}`;
}

function objectList(context: ReferenceContext): Content {
  const { schemas: all, views } = context.api;
  const schemas = Object.entries(all).filter(([name]) => !Object.hasOwn(views, name));
  if (schemas.length === 0) return "";
  const id = context.anchors.take("objects");
  context.headings.push({ id, title: "Objects", level: 1 });
  return html`
    <section class="objects" id="${id}">
      <h2>Objects ${anchorLink(id)}</h2>
      ${schemas.map(([name, schema]) => objectSection(context, name, schema))}
    </section>`;
}

/** A link; an address that is not one of the web stays text. */
function addressLink(url: string, title = ""): Html {
  if (!/^(https?:|mailto:)/.test(url)) return html`${title} <code>${url}</code>`;
  return html`<a href="${url}">${title || url.replace(/^mailto:/, "")}</a>`;
}
