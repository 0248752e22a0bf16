import {
  deprecationWords,
  isSecured,
  type Operation,
  type Parameter,
  parametersIn,
  resolveSchema,
  typesOf,
} from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, type Html, html, plainText } from "../html.ts";
import { anchorLink } from "../markdown.ts";
import { bodyContent, namedBodyFields } from "./body.ts";
import { brokenPath } from "./broken-path.ts";
import { exampleList, hasExamples } from "./examples.ts";
import { fieldList } from "./fields.ts";
import { describe, type ReferenceContext } from "./reference-context.ts";
import { isSuccess, responseList } from "./responses.ts";
import { samplesPanel } from "./samples-panel.ts";
import { tryItForm } from "./try-it.ts";

const places = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Header fields"],
] as const;

/** One operation: what it does, takes and returns, with samples and examples beside it. */
export function operationSection(context: ReferenceContext, operation: Operation): Html {
  const { operationId, summary, description, method, path, deprecation } = operation;
  const id = context.anchors.take(operationId);
  const title = summary || operationId;
  const text = describe(context, description, id, title);
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
        ${credentialFact(context, operation)}
        ${text}
        ${places.map(([place, name]) => parameterList(context, operation, place, name))}
        ${requestBody(context, operation)}
        <h3 id="${context.anchors.take(`${id}.responses`)}">Responses</h3>
        ${responseList(context, operation)}
      </div>
      <div class="beside">
        ${samplesPanel(operation, context.readSamples(operationId))}${tryItForm(operation)}
        ${successExamples(operation)}
      </div>
    </section>`;
}

function credentialFact({ api }: ReferenceContext, operation: Operation): Content {
  const [scheme] = Object.keys(api.securitySchemes);
  if (scheme === undefined) return "";
  const link = html`<a href="${fragment(`credentials.${scheme}`)}"><code>${scheme}</code></a>`;
  return html`<p class="fact"><span>Credentials</span> ${isSecured(operation) ? link : "none"}</p>`;
}

function parameterList(
  context: ReferenceContext,
  operation: Operation,
  place: Parameter["in"],
  title: string,
): Content {
  const parameters = parametersIn(operation, place);
  if (parameters.length === 0) return "";
  const id = context.anchors.take(`${operation.operationId}.${place}`);
  const fields = parameters.map((parameter: Parameter) => ({
    ...parameter,
    id: `${id}.${parameter.name}`,
    kind: `${place} parameter of ${operation.operationId}`,
    description: parameterText(context, parameter),
  }));
  return html`<h3 id="${id}">${title}</h3>${fieldList(context, fields)}`;
}

/** What a parameter means, and how a list is written. */
function parameterText({ api }: ReferenceContext, { name, description, schema }: Parameter): string {
  if (!typesOf(resolveSchema(api.document, schema)).includes("array")) return description;
  return `${description}\n\nOnce for each item: \`${name}=a&${name}=b\`.`;
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
