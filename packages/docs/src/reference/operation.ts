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
import { tryItForm } from "./try-it.ts";

const places: readonly (readonly [ParameterPlace, string])[] = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Header fields"],
  ["cookie", "Cookies"],
];

/** One operation: what it does, takes and returns, with samples and examples beside it. */
export function operationSection(context: ReferenceContext, operation: Operation): Html {
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
        ${pathTexts(context, path).map((about) => describe(context, about, id, title))}
        ${text}
        ${places.map(([place, name]) => parameterList(context, operation, place, name))}
        ${requestBody(context, operation)}
        <h3 id="${context.anchors.take(`${id}.responses`)}">Responses</h3>
        ${responseList(context, operation)}
      </div>
      <div class="beside">
        ${samplesPanel(operation, context.samplesOf(operationId))}
        ${tryItForm(operation)}
        ${successExamples(operation)}
      </div>
    </section>`;
}

/** The texts about a path, which apply to each operation on it. */
function pathTexts({ api }: ReferenceContext, path: string): string[] {
  const { summary, description } = placeAt(api.document, pointerOf("paths", path)).value;
  return [textOf(summary), textOf(description)].filter(Boolean);
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
    ${bodyLabel(context, body.content)}
    ${unnamedBody(context, body.content, owner)}
    ${namedBodyFields(context, body.content, owner)}
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
