import type { Operation } from "@compute-host/openapi";
import { codeBlock } from "../code-block.ts";
import { type Content, html } from "../html.ts";
import type { Sample } from "./reference-context.ts";

/** The samples of an operation as tabs that work without a script: each tab is a radio button. */
export function samplesPanel({ operationId, summary }: Operation, samples: readonly Sample[]): Content {
  if (samples.length === 0) return "";
  const name = `${operationId}-sample`;
  return html`
    <fieldset class="tabs">
      <legend>${summary || operationId} in</legend>
      ${samples.map(
        ({ key, title }, index) => html`
          <input type="radio" name="${name}" id="${name}-${key}" data-language="${key}"${index === 0 && html` checked`}>
          <label for="${name}-${key}">${title}</label>`,
      )}
      ${samples.map(
        ({ key, title, language, code }) => html`
          <div class="panel" data-language="${key}">${codeBlock(code, language, `${operationId} in ${title}`)}</div>`,
      )}
    </fieldset>`;
}
