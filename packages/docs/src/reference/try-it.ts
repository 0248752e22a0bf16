import {
  isObject,
  isSecured,
  jsonContentOf,
  listOf,
  type Operation,
  type Parameter,
} from "@compute-host/openapi";
import { type Content, type Html, html } from "../html.ts";
import { compactJson } from "./examples.ts";

/** A form that sends an operation's request; visible only if scripts run. */
export function tryItForm(operation: Operation): Html {
  const { operationId, method, path, parameters } = operation;
  return html`
    <details class="try" data-try>
      <summary>Try it</summary>
      <form data-method="${method}" data-path="${path}" data-operation="${operationId}">
        <p class="where" data-where role="status">Looking for a service …</p>
        <label for="${operationId}.try.address">Address of the service</label>
        <input id="${operationId}.try.address" data-address inputmode="url" autocomplete="off" spellcheck="false" placeholder="the sandbox inside this page">
        ${isSecured(operation) && tokenInput(operationId)}
        ${parameters.map((parameter) => parameterInput(operationId, parameter))}
        ${bodyInput(operation)}
        <button type="submit">Send</button>
      </form>
      <div class="result" data-result><p role="status"></p></div>
    </details>`;
}

function tokenInput(operationId: string): Html {
  return html`
    <label for="${operationId}.try.token">Token</label>
    <input id="${operationId}.try.token" data-token type="password" autocomplete="off" spellcheck="false">`;
}

function parameterInput(operationId: string, parameter: Parameter): Html {
  const { name, isRequired, schema, examples } = parameter;
  const id = `${operationId}.try.${parameter.in}.${name}`;
  const values = listOf(schema.enum).map(String);
  const example = examples[0]?.value;
  const value = isRequired && typeof example === "string" ? example : "";
  const data = html`id="${id}" data-in="${parameter.in}" name="${name}"`;
  return html`
    <label for="${id}"><code>${name}</code>${!isRequired && " (optional)"}</label>
    ${
      values.length > 0
        ? html`<select ${data}><option value="">not sent</option>${values.map((one) => html`<option>${one}</option>`)}</select>`
        : html`<input ${data} value="${value}" spellcheck="false" autocomplete="off"${isRequired && html` required`}>`
    }`;
}

function bodyInput({ operationId, body }: Operation): Content {
  const content = jsonContentOf(body?.content);
  if (content === undefined) return "";
  const example = content.examples.find(({ value }) => isObject(value))?.value;
  const id = `${operationId}.try.body`;
  return html`
    <label for="${id}">Body</label>
    <textarea id="${id}" data-body data-media-type="${content.mediaType}" rows="4" spellcheck="false">${compactJson(example ?? {})}</textarea>`;
}
