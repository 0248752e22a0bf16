import { readFileSync } from "node:fs";
import { Anchors } from "./anchors.ts";
import { statesMarkdown } from "./diagrams/states.ts";
import { html } from "./html.ts";
import { type MarkdownPage, type Page, rootOf } from "./layout/page.ts";
import { type Heading, markdown } from "./markdown.ts";
import { samplesOf } from "./samples.ts";
import { textRecords } from "./search-records.ts";

/** Reads a file of the folder `content`. */
export function readContent(file: string): string {
  return readFileSync(new URL(`../content/${file}`, import.meta.url), "utf8");
}

/** Renders a page that is written in Markdown. */
export function markdownPage({
  path,
  group,
  parent,
  title,
  summary,
  text,
  root = rootOf(path),
}: MarkdownPage): Page {
  const source = withFiles(text);
  const headings: Heading[] = [];
  const body = markdown(source, {
    anchors: new Anchors(),
    root,
    onHeading: (heading) => headings.push(heading),
  });
  const [heading, ...rest] = headings;
  return {
    path,
    title: title ?? heading?.title ?? "",
    group,
    parent,
    summary: summary ?? firstParagraph(source),
    body: html`${body}`,
    headings: rest,
    records: textRecords(source, headings),
    source: source.replaceAll(diagram, statesMarkdown()),
  };
}

const diagram = fenced("diagram", "States", "");

/**
 * Replaces lines with files: `{{sample listComputers curl}}` with a sample of an operation, `{{include guides/errors.ts}}` with a
 * program in `content`, `{{diagram}}` with the diagram of states.
 */
function withFiles(text: string): string {
  return text
    .replaceAll(/^\{\{sample (\S+) (\S+)\}\}$/gm, (line, operationId: string, key: string) => {
      const sample = samplesOf(operationId).find((one) => one.key === key);
      if (sample === undefined) throw new Error(`There is no sample for ${line}.`);
      return fenced(sample.language, `${operationId} in ${sample.title}`, sample.code);
    })
    .replaceAll(/^\{\{include (\S+)\}\}$/gm, (_line, file: string) =>
      fenced(file.split(".").at(-1) ?? "", "Program", readContent(file)),
    )
    .replaceAll(/^\{\{diagram\}\}$/gm, diagram);
}

function fenced(language: string, title: string, code: string): string {
  return `\`\`\`${language} ${title}\n${code.trimEnd()}\n\`\`\``;
}

function firstParagraph(text: string): string {
  const paragraph = text.split(/\n{2,}/).find((part) => !part.startsWith("#")) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}
