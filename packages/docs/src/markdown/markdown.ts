import { readFileSync } from "node:fs";
import markdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import attributes from "markdown-it-attrs";
import container from "markdown-it-container";
import { highlight } from "./highlight.ts";
import { escapeHtml } from "./html.ts";
import { type TryItRequest, tryItForm } from "./try-it-form.ts";

type Tokens = ReturnType<ReturnType<typeof markdownIt>["parse"]>;

/** A heading of a page, or an item of a list that has an ID, and the text up to the next one. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 to 6; 7 for an item of a list. */
  readonly level: number;
  readonly text: string;
}

/** A text as HTML, and its sections. */
export interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The words of a heading as an ID: `Wait for a computer` becomes `wait-for-a-computer`. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The link beside a heading, to itself. Only a pointer needs it: a screen reader would say the title twice. */
const permalink = anchor.permalink.ariaHidden({
  placement: "after",
  class: "anchor",
  symbol: "",
  renderAttrs: () => ({ tabindex: -1 }),
});

const parser = markdownIt({ html: false })
  .use(attributes, { allowedAttributes: ["id", "class"] })
  .use(anchor, { slugify, tabIndex: false, uniqueSlugStartIndex: 2, permalink });

/** Containers: `::: details Title`, and `::: tabs` with a `::: tab curl` for each language; others are a `div`. */
parser.use(container, "box", {
  validate: (info: string) => info.trim() !== "",
  render: (tokens: Tokens, index: number) => {
    const { nesting, level } = tokens[index] as Tokens[number];
    const open = tokens
      .slice(0, index + 1)
      .findLast((one) => one.type === "container_box_open" && one.level === level);
    const [name = "", ...words] = (open?.info ?? "").trim().split(" ");
    const title = words.join(" ");
    const isEnd = nesting === -1;
    if (name === "details")
      return isEnd ? "</details>\n" : `<details><summary>${parser.renderInline(title)}</summary>\n`;
    if (name === "tabs")
      return isEnd
        ? "</fieldset>\n"
        : `<fieldset class="tabs"><legend>${parser.renderInline(title)}</legend>\n`;
    if (isEnd) return "</div>\n";
    return name === "tab" ? tabHead(title, tokens, index) : `<div class="${escapeHtml(name)}">\n`;
  },
});

/** A tab that works without a script: a radio button, its label and the panel, in the group of its tabs. */
function tabHead(title: string, tokens: Tokens, index: number): string {
  const tabs = tokens.slice(0, index).findLast(({ info }) => info.includes(" tabs "));
  const group = slugify(tabs?.info.replace(" tabs ", "") ?? "");
  const key = slugify(title);
  const isFirst = tokens[index - 1]?.type === "container_box_open";
  const id = `${group}-${key}`;
  const checked = isFirst ? " checked" : "";
  const input = `<input type="radio" name="${group}" id="${id}" data-language="${key}"${checked}>`;
  return `${input}<label for="${id}">${escapeHtml(title)}</label><div class="panel">\n`;
}

/** Code, and three blocks of our own: `picture` shows drawings, `addresses` are targets of links, `try` is a form. */
parser.renderer.rules.fence = (tokens, index) => {
  const { info = "", content = "" } = tokens[index] ?? {};
  const [language = "", ...words] = info.trim().split(/\s+/);
  const title = words.join(" ");
  if (language === "picture") return `<div class="pictures">${words.map(figure).join("")}</div>\n`;
  if (language === "addresses") return words.map((id) => `<span id="${escapeHtml(id)}"></span>`).join("");
  if (language === "try") return tryItForm(title, JSON.parse(content) as TryItRequest).text;
  const code = `<code>${highlight(content.trimEnd(), language)}</code>`;
  const label = escapeHtml(title || "Code");
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}">${code}</pre></div>\n`;
};
/** Links from the root of the site become relative, because a host may serve it below any path. */
parser.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  if (href.startsWith("/")) tokens[index]?.attrSet("href", (env as { root: string }).root + href.slice(1));
  return renderer.renderToken(tokens, index, options);
};
parser.renderer.rules.table_open = () =>
  '<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n';
// The corner of a table names nothing.
parser.renderer.rules.th_open = (tokens, index, options, _env, renderer) =>
  tokens[index + 1]?.content === "" ? "<td>" : renderer.renderToken(tokens, index, options);
parser.renderer.rules.th_close = (tokens, index) => (tokens[index - 1]?.content === "" ? "</td>" : "</th>\n");
parser.renderer.rules.table_close = () => "</table></div>\n";

/** A drawing of the folder `content/pictures`, below its title. */
function figure(name: string): string {
  const svg = readPicture(name);
  const [, title = ""] = /<title[^>]*>(.*?)<\/title>/.exec(svg) ?? [];
  return `<figure><figcaption>${title}</figcaption>${svg.trim()}</figure>`;
}

/** Reads a drawing. */
export function readPicture(name: string): string {
  return readFileSync(new URL(`../../content/pictures/${name}.svg`, import.meta.url), "utf8");
}

/**
 * Renders a page.
 *
 * @param root the relative path to the root of the site, for links that begin with a slash
 */
export function renderMarkdown(text: string, root: string): Rendered {
  const env = { root };
  const tokens = parser.parse(withDecisions(text), env);
  // Before the renderer makes links of the site relative.
  const sections = sectionsOf(tokens);
  return { html: parser.renderer.render(tokens, parser.options, env).trim(), sections };
}

/** A paragraph that begins with `**Decision:**` gets a rule at its left and a colour of its word. */
function withDecisions(text: string): string {
  return text.replaceAll(
    /^( *)\*\*Decision:\*\* ([a-z](?!\d))?/gm,
    (_mark, indent: string, letter = "") => `${indent}**Decision:**{.decision} ${letter.toUpperCase()}`,
  );
}

/** Splits a page at its headings and at items with an ID. */
function sectionsOf(tokens: Tokens): Section[] {
  const sections: { id: string; title: string; level: number; text: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    const id = token.attrGet("id");
    // An item opens, then its paragraph; the next token is its text.
    const name = fieldName(tokens[index + 2]);
    const isItem = token.type === "list_item_open" && id !== null && name !== undefined;
    if (token.type === "heading_open" || isItem) {
      // The link of a heading to itself leaves a space.
      const title = isItem ? name : plainText(tokens[index + 1]?.children ?? []).trimEnd();
      sections.push({ id: String(id ?? ""), title, level: isItem ? 7 : Number(token.tag[1]), text: "" });
    }
    const isTitle = tokens[index - 1]?.type === "heading_open";
    const last = sections.at(-1);
    if (last === undefined || isTitle) continue;
    if (token.type === "inline") last.text += `${plainText(token.children ?? [])} `;
    if (token.type === "fence" && /^(?:sh|text)\b/.test(token.info)) last.text += `${token.content} `;
  }
  return sections.map((one) => ({ ...one, text: one.text.replaceAll(/(?:\s|Decision:)+/g, " ").trim() }));
}

/** The name that an item begins with; the status of a response is not one. */
function fieldName(inline: Tokens[number] | undefined): string | undefined {
  return inline?.children?.slice(0, 4).find(({ type }) => type === "code_inline")?.content;
}

function plainText(children: Tokens): string {
  return children
    .map(({ type, content }) =>
      /^(?:text|code_inline)$/.test(type) ? content : type === "softbreak" ? " " : "",
    )
    .join("");
}
