import markdownIt from "markdown-it";
import { fragment, slugify } from "./anchors.ts";
import { codeBlock } from "./code-block.ts";
import { type DecisionOptions, markDecisions } from "./decisions.ts";
import { type PictureName, pictures } from "./diagrams/pictures.ts";
import { escapeHtml, Html } from "./html.ts";

/** A heading of a page. */
export interface Heading {
  readonly id: string;
  readonly title: string;
  readonly level: number;
  /** The method of an operation, for the navigation. */
  readonly method?: string;
}

/** Options for rendering Markdown. */
export interface MarkdownOptions extends DecisionOptions {
  /** How many levels headings move down, so that those of a description fit below its own heading. */
  readonly headingOffset?: number;
  /** The relative path to the root of the site, for links that begin with a slash. */
  readonly root?: string;
  readonly onHeading?: (heading: Heading) => void;
}

const parser = markdownIt({ html: false });
parser.core.ruler.push("headings", (state) => {
  const { anchors, headingOffset = 0, onHeading } = state.env as unknown as MarkdownOptions;
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    const level = Math.min(6, Number(token.tag.slice(1)) + headingOffset);
    token.tag = `h${level}`;
    if (token.type === "heading_close") continue;
    const title = (state.tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const id = anchors.take(slugify(title));
    token.attrSet("id", id);
    onHeading?.({ id, title, level });
  }
});
markDecisions(parser);
parser.renderer.rules.heading_close = (tokens, index) => {
  const id = String(tokens[index - 2]?.attrGet("id") ?? "");
  return ` ${anchorLink(id).text}</${tokens[index]?.tag}>\n`;
};
parser.renderer.rules.fence = (tokens, index) => {
  const { info = "", content = "" } = tokens[index] ?? {};
  const [language = "", ...title] = info.trim().split(/\s+/);
  if (language === "picture") return pictures(title.join() as PictureName).text;
  return `${codeBlock(content, language, title.join(" ") || "Code").text}\n`;
};
parser.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const { root = "/" } = env as unknown as MarkdownOptions;
  const token = tokens[index];
  const href = String(token?.attrGet("href") ?? "");
  if (href.startsWith("/")) token?.attrSet("href", root + href.slice(1));
  return renderer.renderToken(tokens, index, options);
};
parser.renderer.rules.table_open = () =>
  '<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n';
// The corner of a table names nothing.
parser.renderer.rules.th_open = (tokens, index, options, _env, renderer) =>
  tokens[index + 1]?.content === "" ? "<td>" : renderer.renderToken(tokens, index, options);
parser.renderer.rules.th_close = (tokens, index) => (tokens[index - 1]?.content === "" ? "</td>" : "</th>\n");
parser.renderer.rules.table_close = () => "</table></div>\n";

/** The link beside a heading, to itself. Only a pointer needs it: a screen reader would say the heading twice. */
export function anchorLink(id: string): Html {
  return new Html(
    `<a class="anchor" href="${escapeHtml(fragment(id))}" aria-hidden="true" tabindex="-1">#</a>`,
  );
}

/** Renders a page or a description. */
export function markdown(text: string, options: MarkdownOptions): Html {
  return new Html(parser.render(text, { ...options }).trim());
}

/** Renders one line, without a paragraph around it. */
export function markdownLine(text: string): Html {
  return new Html(parser.renderInline(text, {}));
}
