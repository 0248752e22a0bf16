import {
  deprecationWords,
  type JsonObject,
  keysOf,
  listOf,
  type Operation,
  objectOf,
  type Parameter,
  type ParameterPlace,
  parametersIn,
  placeAt,
  pointerOf,
  readCallbacks,
  textOf,
  valueAt,
} from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { bodyContent, namedBodyFields } from "./body.ts";
import { brokenPath } from "./broken-path.ts";
import { exampleList, hasExamples } from "./examples.ts";
import { fieldList } from "./fields.ts";
import { generatedSamples } from "./generated-samples.ts";
import { moreLink, serverFacts } from "./other-facts.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { isSuccess, responseList } from "./responses.ts";
import { samplesPanel } from "./samples-panel.ts";
import { securityParts } from "./security-words.ts";
import { tryItForm } from "./try-it.ts";
import { writtenParameter } from "./written-parameter.ts";

const places: readonly (readonly [ParameterPlace, string])[] = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Header fields"],
  ["cookie", "Cookies"],
];

/** One operation: what it does, takes and returns, with samples and examples beside it. */
export function operationSection(context: ReferenceContext, operation: Operation): Content {
  const written = context.readSamples(operation.operationId);
  const samples = written.length > 0 ? written : generatedSamples(context.api, operation);
  return [
    section(context, operation, {
      responses: "Responses",
      owner: "paths",
      beside: [samplesPanel(operation, samples), tryItForm(context.api, operation)],
    }),
    readCallbacks(context.api.document, operation).map((callback) =>
      section(context, callback, {
        responses: "Expected responses",
        owner: "callbacks",
        about: html`<p>The service sends this request after <a href="${fragment(operation.operationId)}">${operation.summary || operation.operationId}</a>.</p>`,
        beside: [],
      }),
    ),
  ];
}

/** One request that the service sends: what it carries, and the responses that it expects. */
export function webhookSection(context: ReferenceContext, webhook: Operation): Html {
  return section(context, webhook, { responses: "Expected responses", owner: "webhooks", beside: [] });
}

interface SectionParts {
  /** The heading of the responses. */
  readonly responses: string;
  readonly owner: "paths" | "webhooks" | "callbacks";
  readonly about?: Html;
  /** What is beside the text, above the examples. */
  readonly beside: Content;
}

function section(
  context: ReferenceContext,
  operation: Operation,
  { responses, owner, about, beside }: SectionParts,
): Html {
  const { operationId, summary, description, method, path, deprecation } = operation;
  const id = context.anchors.take(operationId);
  const title = summary || operationId;
  const text = describe(context, description, id, title);
  const { value } = placeAt(context.api.document, operation.pointer);
  const item = objectOf(valueAt(context.api.document, pointerOf(...keysOf(operation.pointer).slice(0, -1))));
  const own = listOf(value.tags).map(textOf);
  context.headings.push({ id, title, level: 2, method });
  context.records.push({
    title: `${title} (${operationId})`,
    kind: `${method} ${path}`,
    id,
    text: plainText(text),
  });
  return html`
    <section class="operation" id="${id}">
      <div class="about">
        <h2>${title} ${anchorLink(id)}</h2>
        <p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${brokenPath(path)}</code></p>
        ${deprecation && html`<p class="flag deprecated">${deprecationWords(deprecation)}</p>`}
        ${credentialFact(context, operation, owner)}
        ${about}
        ${pathTexts(item).map((one) => describe(context, one, id, title))}
        ${text}
        ${own.length > 1 && html`<p class="fact"><span>Tags</span> ${own.join(", ")}</p>`}
        ${[item.servers, value.servers].map(serverFacts)}
        ${moreLink(value.externalDocs)}
        ${places.map(([place, name]) => parameterList(context, operation, place, name))}
        ${requestBody(context, operation)}
        <h3 id="${context.anchors.take(`${id}.responses`)}">${responses}</h3>
        ${responseList(context, operation)}
      </div>
      <div class="beside">
        ${beside}
        ${successExamples(operation)}
      </div>
    </section>`;
}

/** The texts about a path, which apply to each operation on it. */
function pathTexts({ summary, description }: JsonObject): string[] {
  return [textOf(summary), textOf(description)].filter(Boolean);
}

/** The schemes that an operation requires; those of a webhook only if it names its own. */
function credentialFact(
  { api }: ReferenceContext,
  operation: Operation,
  owner: SectionParts["owner"],
): Content {
  const isSilent =
    Object.keys(api.securitySchemes).length === 0 ||
    (owner !== "paths" && placeAt(api.document, operation.pointer).value.security === undefined);
  if (isSilent) return "";
  const parts = securityParts(operation).map((part) => {
    if (typeof part === "string") return part;
    const { scheme, scopes } = part;
    const link = html`<a href="${fragment(`credentials.${scheme}`)}"><code>${scheme}</code></a>`;
    return [link, scopes.length > 0 && [" with", scopes.map((scope) => html` <code>${scope}</code>`)]];
  });
  return html`<p class="fact"><span>Credentials</span> ${parts}</p>`;
}

function parameterList(
  context: ReferenceContext,
  operation: Operation,
  place: ParameterPlace,
  title: string,
): Content {
  const parameters = parametersIn(operation, place);
  if (parameters.length === 0) return "";
  const id = context.anchors.take(`${operation.operationId}.${place}`);
  const fields = parameters.map((parameter: Parameter) => ({
    ...parameter,
    id: `${id}.${parameter.name}`,
    kind: `${place} parameter of ${operation.operationId}`,
    written: writtenParameter(context.api.document, parameter),
    depth: 0,
  }));
  return html`<h3 id="${id}">${title}</h3>${fieldList(context, fields)}`;
}

function requestBody(context: ReferenceContext, { operationId, body }: Operation): Content {
  if (body === undefined) return "";
  const id = context.anchors.take(`${operationId}.body`);
  const name = `Body of ${operationId}`;
  const owner = { id, name, kind: `body field of ${operationId}` };
  return html`
    <h3 id="${id}">Request body ${body.isRequired && html`<span class="flag required">required</span>`}</h3>
    ${describe(context, body.description, id, name)}
    ${bodyContent(context, body.content, owner, (schema) => namedBodyFields(context, schema, owner))}
    ${hasExamples(body.content) && html`<h4>Examples</h4>${exampleList(body.content, name)}`}`;
}

function successExamples(operation: Operation): Content {
  return operation.responses
    .filter((response) => isSuccess(response) && hasExamples(response.content))
    .map(
      ({ status, content }) => html`
        <div class="returned">
          <p class="caption">Response <a class="status s2" href="${fragment(`${operation.operationId}.${status}`)}">${status}</a></p>
          ${exampleList(content, `${operation.operationId}, ${status}`)}
        </div>`,
    );
}
