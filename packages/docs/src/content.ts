import { Anchors } from "./anchors.ts";
import { statesMarkdown } from "./diagrams/states.ts";
import { html } from "./html.ts";
import { type MarkdownPage, type Page, rootOf } from "./layout/page.ts";
import { type Heading, markdown } from "./markdown.ts";
import { diagram, withFiles } from "./page-source.ts";
import type { SearchRecord } from "./section-records.ts";
import { textRecords } from "./section-records.ts";

/** Renders a page that is written in Markdown. */
export function markdownPage({
  path,
  group,
  parent,
  status,
  title,
  summary,
  searchKind,
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
  const records = textRecords(source, headings);
  return {
    path,
    title: title ?? heading?.title ?? "",
    group,
    parent,
    status,
    summary: summary ?? firstParagraph(source),
    body: html`${body}`,
    headings: rest,
    records: searchKind === undefined ? records : [oneRecord(records, searchKind)],
    source: source.replaceAll(diagram, statesMarkdown()),
  };
}

function oneRecord(records: readonly SearchRecord[], kind: string): SearchRecord {
  const texts = records.filter(({ title }) => title !== "Example").map(({ text }) => text);
  return { title: records[0]?.title ?? "", kind, id: "", text: texts.join(" ") };
}

function firstParagraph(text: string): string {
  const paragraph = text.split(/\n{2,}/).find((part) => !part.startsWith("#")) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}
