import { type Rendered, renderMarkdown, type Section } from "./markdown/markdown.ts";
import { plainMarkdown } from "./markdown/plain-markdown.ts";
import { type Page, rootPath } from "./page.ts";
import { withFiles } from "./pages/page-source.ts";

/** A page with what comes from its text. */
export interface RenderedPage extends Omit<Page, "text">, Rendered {
  readonly title: string;
  readonly summary: string;
  /** The page as plain Markdown, for programs that read text. */
  readonly source: string;
  /** Its headings below the title. */
  readonly headings: readonly Section[];
}

/**
 * Renders a page.
 *
 * @param root the relative path from its address to the root of the site
 */
export function renderPage(page: Page, root = rootPath(page.path)): RenderedPage {
  const source = withFiles(page.text);
  const { html, sections } = renderMarkdown(source, root);
  const [first] = sections;
  return {
    ...page,
    title: page.title ?? first?.title ?? "",
    summary: firstSentences(page.summary ?? first?.text ?? ""),
    html,
    sections,
    headings: sections.filter(({ level }) => level > 1 && level < 7),
    source: plainMarkdown(source),
  };
}

/** The whole sentences at the start of a text that fit into 160 characters, and at least one. */
function firstSentences(text: string): string {
  const [first = text] = /^.{1,160}[.?](?= |$)/.exec(text) ?? /^.*?[.?](?= |$)/.exec(text) ?? [];
  return first;
}
