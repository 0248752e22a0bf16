import { Anchors } from "./anchors.ts";
import { type PictureName, picturesMarkdown } from "./diagrams/pictures.ts";
import { html, plainText } from "./html.ts";
import { type MarkdownPage, type Page, rootPath } from "./layout/page.ts";
import { type Heading, markdown, markdownLine } from "./markdown.ts";
import { withFiles } from "./page-source.ts";
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
  root = rootPath(path),
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
    summary: firstSentences(plainText(markdownLine(summary ?? firstParagraph(source)))),
    body: html`${body}`,
    headings: rest,
    records: searchKind === undefined ? records : [oneRecord(records, searchKind)],
    source: source.replaceAll(/^```picture (\w+)\n+```$/gm, (_block, name: PictureName) =>
      picturesMarkdown(name),
    ),
  };
}

function oneRecord(records: readonly SearchRecord[], kind: string): SearchRecord {
  const texts = records.filter(({ title }) => title !== "Example").map(({ text }) => text);
  return { title: records[0]?.title ?? "", kind, id: "", text: texts.join(" ") };
}

function firstParagraph(text: string): string {
  return text.split(/\n{2,}/).find((part) => !part.startsWith("#")) ?? "";
}

/** The whole sentences at the start of a text that fit into 160 characters, and at least one. */
function firstSentences(text: string): string {
  const [first = text] = /^.{1,160}[.?](?= |$)/.exec(text) ?? /^.*?[.?](?= |$)/.exec(text) ?? [];
  return first;
}
