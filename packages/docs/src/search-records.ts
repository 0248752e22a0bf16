import { hashed } from "./assets.ts";
import type { Page } from "./layout/page.ts";
import type { Heading } from "./markdown.ts";
import type { SearchRecord } from "./reference/reference-context.ts";
import type { SiteFile } from "./site-file.ts";

/** The search records of a page in Markdown: one for each heading, with the text below it. */
export function textRecords(text: string, headings: readonly Heading[]): SearchRecord[] {
  const code = /^```[\s\S]*?^```$/gm;
  const prose = text.replaceAll(code, (block) => block.replaceAll(/^[`#].*$/gm, ""));
  const sections = prose.split(/^#{1,4} .*$/m).slice(1);
  return headings.map(({ id, title, level }, index) => ({
    title,
    kind: level === 1 ? "page" : `in ${headings[0]?.title ?? ""}`,
    id: level === 1 ? "" : id,
    text: plain(sections[index] ?? ""),
  }));
}

/** The search records of all pages, in the format that the search script reads. */
export function searchFile(pages: readonly Page[]): SiteFile {
  const rows = pages.flatMap(({ path, records }) =>
    records.map(({ title, kind, id, text }) => [
      title,
      kind,
      id === "" ? path : `${path}#${encodeURIComponent(id)}`,
      text.slice(0, 400),
    ]),
  );
  return hashed("search.json", JSON.stringify(rows));
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`|#]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
