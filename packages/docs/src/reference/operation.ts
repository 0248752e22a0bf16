import {
  type Operation,
  type Parameter,
  type ParameterPlace,
  parametersIn,
  placeAt,
  pointerOf,
  textOf,
} from "@compute-host/openapi";
import { fragmentOf } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { bodyLabel, namedBodyFields, unnamedBody } from "./body.ts";
import { brokenPath } from "./broken-path.ts";
import { exampleList, hasExamples } from "./examples.ts";
import { fieldList } from "./fields.ts";
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
export function operationSection(context: ReferenceContext, operation: Operation): Html {
  return section(context, operation, {
    responses: "Responses",
    owner: "paths",
    beside: [
      samplesPanel(operation, context.samplesOf(operation.operationId)),
      tryItForm(context.api, operation),
    ],
  });
}

/** One request that the service sends: what it carries, and the responses that it expects. */
export function webhookSection(context: ReferenceContext, webhook: Operation): Html {
  return section(context, webhook, { responses: "Expected responses", owner: "webhooks", beside: [] });
}

interface SectionParts {
  /** The heading of the responses. */
  readonly responses: string;
  readonly owner: "paths" | "webhooks";
  /** What is beside the text, above the examples. */
  readonly beside: Content;
}

function section(
  context: ReferenceContext,
  operation: Operation,
  { responses, owner, beside }: SectionParts,
): Html {
  const { operationId, summary, description, method, path, isDeprecated } = operation;
  const id = context.anchors.take(operationId);
  const title = summary || operationId;
  const text = describe(context, description, id, title);
  context.headings.push({ id, title, level: 2 });
  context.records.push({
    title: `${title} (${operationId})`,
    kind: `${method} ${path}`,
    id,
    text: plainText(text),
  });
  return html`
    <section class="operation" id="${id}" aria-labelledby="${id}-title">
      <div class="about">
        <h2 id="${id}-title">${title} ${anchorLink(id, title)}</h2>
        <p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${brokenPath(path)}</code></p>
        ${isDeprecated && html`<p class="flag deprecated">Deprecated</p>`}
        ${credentialFact(context, operation, owner)}
        ${pathTexts(context, owner, path).map((about) => describe(context, about, id, title))}
        ${text}
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
function pathTexts({ api }: ReferenceContext, owner: string, path: string): string[] {
  const { summary, description } = placeAt(api.document, pointerOf(owner, path)).value;
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
    (owner === "webhooks" && placeAt(api.document, operation.pointer).value.security === undefined);
  if (isSilent) return "";
  const parts = securityParts(operation).map((part) => {
    if (typeof part === "string") return part;
    const { scheme, scopes } = part;
    const link = html`<a href="${fragmentOf(`credentials.${scheme}`)}"><code>${scheme}</code></a>`;
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
    ${body.content.map((one) => [bodyLabel(context, [one]), unnamedBody(context, [one], owner), namedBodyFields(context, [one], owner)])}
    ${hasExamples(body.content) && html`<h4>Examples</h4>${exampleList(body.content, name)}`}`;
}

function successExamples(operation: Operation): Content {
  return operation.responses
    .filter((response) => isSuccess(response) && hasExamples(response.content))
    .map(
      ({ status, content }) => html`
        <div class="returned">
          <p class="caption">Response <a class="status s2" href="${fragmentOf(`${operation.operationId}.${status}`)}">${status}</a></p>
          ${exampleList(content, `${operation.operationId}, ${status}`)}
        </div>`,
    );
}
