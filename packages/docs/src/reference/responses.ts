import { isObject, type MediaType, type Operation, type Response } from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, escapeHtml, Html, html, plainText } from "../html.ts";
import { bodyContent } from "./body.ts";
import { exampleList } from "./examples.ts";
import { fieldList, fieldsInPlace, type Owner } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";

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

function responseContent(context: ReferenceContext, response: Response, id: string, owner: Owner): Content {
  const { content, headers } = response;
  return [
    bodyContent(
      context,
      content,
      owner,
      (schema) => isSuccess(response) && fieldsInPlace({ ...context, within: [] }, schema, id),
    ),
    headers.length > 0 && headerList(context, response, id),
    !isSuccess(response) && exampleList(content, owner.name),
  ];
}

function headerList(context: ReferenceContext, { headers, status }: Response, owner: string): Html {
  const fields = headers.map((header) => ({
    ...header,
    id: `${owner}.${header.name}`,
    kind: `header of ${status}`,
  }));
  return html`<h4>Headers</h4>${fieldList(context, fields)}`;
}

/** The kinds of problems that the examples of a response show. */
function problemTypes(content: readonly MediaType[]): string[] {
  const types = content
    .filter(({ mediaType }) => mediaType === "application/problem+json")
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
