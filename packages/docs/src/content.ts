import { Anchors } from "./anchors.ts";
import { statesMarkdown } from "./diagrams/states.ts";
import { html } from "./html.ts";
import { type MarkdownPage, type Page, rootOf } from "./layout/page.ts";
import { type Heading, markdown } from "./markdown.ts";
import { diagram, withFiles } from "./page-source.ts";
import { textRecords } from "./search-records.ts";

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

function firstParagraph(text: string): string {
  const paragraph = text.split(/\n{2,}/).find((part) => !part.startsWith("#")) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}
