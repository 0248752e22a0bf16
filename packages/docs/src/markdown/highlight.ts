import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import diff from "highlight.js/lib/languages/diff";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import html from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./html.ts";

for (const [name, language] of Object.entries({ bash, diff, json, python, typescript, html, yaml }))
  hljs.registerLanguage(name, language);
hljs.configure({ classPrefix: "h-" });

/** Code as HTML, with a class on each token that has a colour; plain text if the language is unknown. */
export function highlight(code: string, language: string): string {
  if (hljs.getLanguage(language) === undefined) return escapeHtml(code);
  const { value } = hljs.highlight(code, { language });
  return value.replaceAll(
    /<span class="h-(?:punctuation|operator|params|attr|subst|language-\w+)">([^<]*)<\/span>/g,
    "$1",
  );
}
