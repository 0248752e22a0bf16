import { readFileSync } from "node:fs";
import { Anchors } from "./anchors.ts";
import { html } from "./html.ts";
import { type Page, rootOf } from "./layout/page.ts";
import { type Heading, markdown } from "./markdown.ts";
import { sampleLanguages, samplesOf } from "./samples.ts";
import { textRecords } from "./search-records.ts";

/** A page that is written in Markdown. */
export interface MarkdownPage {
  readonly path: string;
  readonly group: string;
  /** As the navigation shows it; the heading unless given. */
  readonly title?: string;
  /** One sentence; the first paragraph unless given. */
  readonly summary?: string;
  /** Markdown that begins with the title: `# Title`. */
  readonly text: string;
}

/** Reads a file of the folder of texts. */
export function readContent(file: string): string {
  return readFileSync(new URL(`../content/${file}`, import.meta.url), "utf8");
}

/** Renders a page that is written in Markdown. */
export function markdownPage({ path, group, title, summary, text }: MarkdownPage): Page {
  const source = withSamples(text);
  const headings: Heading[] = [];
  const body = markdown(source, {
    anchors: new Anchors(),
    root: rootOf(path),
    onHeading: (heading) => headings.push(heading),
  });
  const [heading, ...rest] = headings;
  return {
    path,
    title: title ?? heading?.title ?? "",
    group,
    summary: summary ?? firstParagraph(source),
    body: html`${body}`,
    headings: rest,
    records: textRecords(source, headings),
    source,
  };
}

/** Puts sample files in the place of lines such as `{{sample listComputers curl}}`. */
export function withSamples(text: string): string {
  return text.replaceAll(/^\{\{sample (\S+) (\S+)\}\}$/gm, (line, operationId: string, key: string) => {
    const sample = samplesOf(operationId).find((one) => one.key === key);
    if (sample === undefined) throw new Error(`There is no sample for ${line}.`);
    const { title = "", language = "" } = sampleLanguages.find((one) => one.key === key) ?? {};
    return `\`\`\`${language} ${operationId} in ${title}\n${sample.code}\n\`\`\``;
  });
}

function firstParagraph(text: string): string {
  const paragraph = text.split(/\n{2,}/).find((part) => !part.startsWith("#")) ?? "";
  return paragraph.replaceAll(/\s+/g, " ").replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1");
}
