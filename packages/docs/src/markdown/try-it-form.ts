import { type Html, html } from "./html.ts";

/** A request that a form sends, as the block `try` of a page says it. */
export interface TryItRequest {
  readonly method: string;
  readonly path: string;
  readonly needsToken: boolean;
  readonly fields: readonly TryItField[];
  /** JSON to begin with; absent for a request without a body. */
  readonly body?: string;
}

/** A parameter of the path, of the query or of the header. */
export interface TryItField {
  readonly in: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** What the form begins with. */
  readonly value: string;
  /** What it can be; empty if that is open. */
  readonly values: readonly string[];
}

/** A form that sends an operation's request; visible only if scripts run. */
export function tryItForm(id: string, request: TryItRequest): Html {
  const { method, path, needsToken, fields, body } = request;
  return html`
    <details class="try" data-try>
      <summary>Try it</summary>
      <form data-method="${method}" data-path="${path}" data-operation="${id}">
        <p class="where" data-where role="status">Looking for a service …</p>
        <label for="${id}.try.address">Address of the service</label>
        <input id="${id}.try.address" data-address inputmode="url" autocomplete="off" spellcheck="false"
          placeholder="the sandbox inside this page">
        ${
          needsToken &&
          html`
        <label for="${id}.try.token">Token</label>
        <input id="${id}.try.token" data-token type="password" autocomplete="off" spellcheck="false">`
        }
        ${fields.map((field) => fieldInput(id, field))}
        ${
          body !== undefined &&
          html`
        <label for="${id}.try.body">Body</label>
        <textarea id="${id}.try.body" data-body rows="4" spellcheck="false">${body}</textarea>`
        }
        <button type="submit">Send</button>
      </form>
      <div class="result" data-result><p role="status"></p></div>
    </details>`;
}

function fieldInput(operationId: string, { in: place, name, isRequired, value, values }: TryItField): Html {
  const id = `${operationId}.try.${place}.${name}`;
  const data = html`id="${id}" data-in="${place}" name="${name}"`;
  return html`
    <label for="${id}"><code>${name}</code>${!isRequired && " (optional)"}</label>
    ${
      values.length > 0
        ? html`<select ${data}><option value="">not sent</option>${values.map(optionOf)}</select>`
        : html`<input ${data} value="${value}" spellcheck="false" autocomplete="off"${isRequired && html` required`}>`
    }`;
}

function optionOf(value: string): Html {
  return html`<option>${value}</option>`;
}
