import type { Json, MediaType, NamedExample } from "@compute-host/openapi";
import { Anchors } from "../anchors.ts";
import { codeBlock } from "../code-block.ts";
import { type Html, html } from "../html.ts";
import { markdown } from "../markdown.ts";

/** Every example of a body, each under a heading that expands; the first is expanded. */
export function exampleList(content: readonly MediaType[], label: string): Html {
  return html`${examplesOf(content).map(
    (example, index) => html`
      <details class="example"${index === 0 && html` open`}>
        <summary>${exampleTitle(example)}</summary>
        ${markdown(example.description ?? "", { anchors: new Anchors() })}
        ${codeBlock(compactJson(example.value ?? null), "json", `${label}: ${exampleTitle(example)}`)}
      </details>`,
  )}`;
}

/** Whether a body has any example. */
export function hasExamples(content: readonly MediaType[]): boolean {
  return examplesOf(content).length > 0;
}

function examplesOf(content: readonly MediaType[]): readonly NamedExample[] {
  return content.flatMap(({ examples }) => examples);
}

function exampleTitle({ name, summary }: NamedExample): string {
  return summary || (name === "example" ? "Example" : name);
}

/** JSON indented by two spaces; an object or list that fits on a short line stays on one line. */
export function compactJson(value: Json, indent = ""): string {
  const flat = flatJson(value);
  if (typeof value !== "object" || value === null || flat.length + indent.length <= 60) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item: Json) => inner + compactJson(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${compactJson(item ?? null, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function flatJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => flatJson(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${flatJson(item ?? null)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
