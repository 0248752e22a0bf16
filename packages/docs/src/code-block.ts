import { highlight } from "./highlight.ts";
import { type Html, html } from "./html.ts";

/** A block of code that can be scrolled with the keyboard. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${highlight(code, language)}</code></pre>`;
}
