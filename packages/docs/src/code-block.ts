import { highlight } from "./highlight.ts";
import { type Html, html } from "./html.ts";

/** A block of code that can be scrolled with the keyboard; scripts add a button that copies it. */
export function codeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(code, language)}</code></pre></div>`;
}
