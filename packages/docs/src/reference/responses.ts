import { isObject, type MediaType, type Operation, type Response } from "@compute-host/openapi";
import { fragmentOf } from "../anchors.ts";
import { type Content, escapeHtml, Html, html, plainText } from "../html.ts";
import { bodyLabel, unnamedBody } from "./body.ts";
import { exampleList } from "./examples.ts";
import { fieldList } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";

/** The responses of an operation: successes are expanded, each error is a line that expands. */
export function responseList(context: ReferenceContext, operation: Operation): Html {
  return html`<div class="responses">${operation.responses.map((response) => responseEntry(context, operation, response))}</div>`;
}

/** Whether a response is a success; its examples are beside the text. */
export function isSuccess({ status }: Response): boolean {
  return status.startsWith("2");
}

function responseEntry(context: ReferenceContext, { operationId }: Operation, response: Response): Html {
  const { status, content, headers } = response;
  const id = context.anchors.take(`${operationId}.${status}`);
  const [lead = "", ...rest] = response.description.split(/\n{2,}/);
  const remarks = describe(context, rest.join("\n\n"), id, `${operationId}, ${status}`);
  const title = describe(context, lead, `${id}.lead`, `${operationId}, ${status}`);
  const types = problemTypesOf(content);
  const owner = { id, name: `${operationId}, ${status}`, kind: `field of ${operationId} ${status}` };
  context.records.push({
    title: `${status} ${types.map(nameOfType).join(" ")}`.trim(),
    kind: `response of ${operationId}`,
    id,
    text: `${plainText(title)} ${plainText(remarks)}`,
  });
  return html`
    <div class="response" id="${id}">
      <a class="status s${status.charAt(0)}" href="${fragmentOf(id)}">${status}</a>
      <details${isSuccess(response) && html` open`}>
        <summary>${inLine(title)}</summary>
        ${remarks}
        ${types.length > 0 && problemLinks(context, types)}
        ${content.map((one) => [bodyLabel(context, [one]), unnamedBody(context, [one], owner)])}
        ${headers.length > 0 && headerList(context, response, id)}
        ${!isSuccess(response) && exampleList(content, `${operationId}, ${status}`)}
      </details>
    </div>`;
}

function headerList(context: ReferenceContext, { headers, status }: Response, owner: string): Html {
  const fields = headers.map((header) => ({
    ...header,
    id: `${owner}.${header.name}`,
    kind: `header of ${status}`,
    depth: 0,
  }));
  return html`<h4>Headers</h4>${fieldList(context, fields)}`;
}

/** The kinds of problems that the examples of a response show. */
function problemTypesOf(content: readonly MediaType[]): string[] {
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
