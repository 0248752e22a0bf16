import {
  isObject,
  type MediaType,
  type Operation,
  objectOf,
  type Response,
  textOf,
} from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, escapeHtml, Html, html, plainText } from "../html.ts";
import { markdownLine } from "../markdown.ts";
import { bodyContent } from "./body.ts";
import { exampleList } from "./examples.ts";
import { fieldList, fieldsInPlace, type Owner } from "./fields.ts";
import { serverFacts } from "./other-facts.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { valueCode } from "./value-facts.ts";
import { writtenParameter } from "./written-parameter.ts";

/** The responses of an operation: successes are expanded, each error is a line that expands. */
export function responseList(context: ReferenceContext, operation: Operation): Html {
  return html`<div class="responses">${operation.responses.map((response) => responseEntry(context, operation, response))}</div>`;
}

/** Whether a response is a success; its examples are beside the text. */
export function isSuccess({ status }: Response): boolean {
  return status.startsWith("2");
}

function responseEntry(
  context: ReferenceContext,
  { operationId, summary }: Operation,
  response: Response,
): Html {
  const { status, content } = response;
  const id = context.anchors.take(`${operationId}.${status}`);
  const [lead = "", ...rest] = response.description.split(/\n{2,}/);
  const said = JSON.stringify({ ...response, status: "" });
  const first = isSuccess(response) ? undefined : context.errors.get(said);
  if (first === undefined) context.errors.set(said, { id, operation: summary || operationId });
  const remarks =
    first === undefined && describe(context, rest.join("\n\n"), id, `${operationId}, ${status}`);
  const title = describe(context, lead, `${id}.lead`, `${operationId}, ${status}`);
  const types = problemTypes(content);
  const owner = { id, name: `${operationId}, ${status}`, kind: `field of ${operationId} ${status}` };
  // The page of a kind of problem is its only search result.
  if (remarks && !types.some(context.problemUrlOf)) {
    context.records.push({
      title: status,
      kind: `response of ${operationId}`,
      id,
      text: `${plainText(title)} ${plainText(remarks)}`,
    });
  }
  return html`
    <div class="response" id="${id}">
      <a class="status s${status.charAt(0)}" href="${fragment(id)}">${status}</a>
      <details${isSuccess(response) && html` open`}>
        <summary>${inLine(title)}</summary>
        ${remarks}
        ${types.length > 0 && problemLinks(context, types)}
        ${first === undefined ? responseContent(context, response, id, owner) : html`<p class="fact"><span>Body, headers and example</span> as for <a href="${fragment(first.id)}">${first.operation}</a></p>`}
      </details>
    </div>`;
}

function responseContent(
  context: ReferenceContext,
  response: Response,
  id: string,
  owner: Omit<Owner, "depth">,
): Content {
  const { content, headers } = response;
  return [
    bodyContent(
      context,
      content,
      owner,
      (schema) => isSuccess(response) && fieldsInPlace({ ...context, within: [] }, schema, id),
    ),
    headers.length > 0 && headerList(context, response, id),
    linkList(context, response),
    !isSuccess(response) && exampleList(content, owner.name),
  ];
}

function headerList(context: ReferenceContext, { headers, status }: Response, owner: string): Html {
  const fields = headers.map((header) => ({
    ...header,
    id: `${owner}.${header.name}`,
    kind: `header of ${status}`,
    written: writtenParameter(context.api.document, {
      ...header,
      explodes: header.explodes ?? false,
      in: "header",
      style: "simple",
      allowsReserved: false,
    }),
    depth: 0,
  }));
  return html`<h4>Headers</h4>${fieldList(context, fields)}`;
}

/** The requests that a response leads to, and what of it they carry. */
function linkList({ api }: ReferenceContext, { links = {} }: Response): Content {
  return Object.entries(links).map(([name, link]) => {
    const reference = textOf(link.operationRef);
    const target = api.operations.find(({ operationId, pointer }) =>
      reference === "" ? operationId === link.operationId : pointer === reference.replace(/^#/, ""),
    );
    const title = target && (target.summary || target.operationId);
    const values = Object.entries(objectOf(link.parameters));
    const to = target
      ? html`<a href="${fragment(target.operationId)}">${title}</a>`
      : html`<code>${reference || textOf(link.operationId)}</code>`;
    return html`
      <p class="fact"><span>Leads to</span> ${to} (<code>${name}</code>)${values.map(([key, value]) => html`, <code>${key}</code> is ${valueCode(value)}`)}${link.requestBody !== undefined && html`, the body is ${valueCode(link.requestBody)}`}. ${markdownLine(textOf(link.description))}</p>
      ${link.server !== undefined && serverFacts([link.server])}`;
  });
}

/** The kinds of problems that the examples of a response show. */
function problemTypes(content: readonly MediaType[]): string[] {
  const types = content
    .filter(({ mediaType }) => mediaType.startsWith("application/problem+json"))
    .flatMap(({ examples }) => examples.map(({ value }) => (isObject(value) ? value.type : undefined)))
    .filter((type) => typeof type === "string");
  return [...new Set(types)];
}

function problemLinks(context: ReferenceContext, types: readonly string[]): Content {
  const links = types.map((type) => {
    const url = context.problemUrlOf(type);
    return url === undefined
      ? html`<code>${nameOfType(type)}</code>`
      : html`<a href="${url}"><code>${nameOfType(type)}</code></a>`;
  });
  return html`<p class="fact"><span>Type</span> ${links.flatMap((link, index) => (index === 0 ? [link] : [" ", link]))}</p>`;
}

function nameOfType(type: string): string {
  return type.split("/").at(-1) ?? type;
}

/** A paragraph as inline content. */
function inLine({ text }: Html): Html {
  const isOneParagraph = text.startsWith("<p") && text.endsWith("</p>") && !text.slice(2).includes("<p");
  return new Html(
    isOneParagraph ? `<span${text.slice(2, -4)}</span>` : escapeHtml(plainText(new Html(text))),
  );
}
