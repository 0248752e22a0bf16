import type { Heading } from "./markdown.ts";

/** A search result. */
export interface SearchRecord {
  readonly title: string;
  /** Its kind, such as `field of Computer`. */
  readonly kind: string;
  readonly id: string;
  readonly text: string;
}

/** The search records of a page in Markdown: one for each heading, with the text below it. */
export function textRecords(text: string, headings: readonly Heading[]): SearchRecord[] {
  const code = /^```[\s\S]*?^```$/gm;
  const prose = text.replaceAll(code, (block) => block.replaceAll(/^```.*$/gm, "").replaceAll(/^#/gm, " #"));
  const sections = prose.split(/^#{1,4} .*$/m).slice(1);
  return headings.map(({ id, title, level }, index) => ({
    title,
    kind: level === 1 ? "page" : `in ${headings[0]?.title ?? ""}`,
    id: level === 1 ? "" : id,
    text: plain(sections[index] ?? ""),
  }));
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`|]|#+ |-{3,}|(?<!\w)_|_(?!\w)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
