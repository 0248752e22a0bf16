import { readFileSync } from "node:fs";
import markdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import attributes from "markdown-it-attrs";
import container from "markdown-it-container";
import { highlight } from "./highlight.ts";
import { breakable, escapeHtml } from "./html.ts";
import { type TryItRequest, tryItForm } from "./try-it-form.ts";

type Tokens = ReturnType<ReturnType<typeof markdownIt>["parse"]>;

/** A heading, an item or row that defines a name, or a part of a long section, and the text up to the next one. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 to 6; 7 for an item of a list, 8 for a row of a table, 9 for the next part of a long section. */
  readonly level: number;
  readonly text: string;
  /** The options of the command whose help it shows. */
  readonly options: readonly string[];
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

/** The link from a heading to itself, for pointers only: a screen reader would say the title twice. */
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
parser.renderer.rules.code_inline = (tokens, index, _options, _env, renderer) => {
  const [token] = tokens.slice(index);
  if (token === undefined) return "";
  return `<code${renderer.renderAttrs(token)}>${breakable(token.content)}</code>`;
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
  const tokens = parser.parse(text, env);
  // Before the renderer makes links of the site relative.
  const sections = sectionsOf(tokens);
  return { html: parser.renderer.render(tokens, parser.options, env).trim(), sections };
}

/** The paragraphs that begin with `**Decision:**` lose the word: a rule at their left says it. */
parser.core.ruler.push("decisions", ({ tokens }) => {
  for (const [index, { type, children }] of tokens.entries()) {
    const at = children?.findIndex(({ content }) => content === "Decision:") ?? -1;
    if (type !== "inline" || at < 0 || at > 2 || children === null) continue;
    // The word stands between the two ends of its emphasis.
    children.splice(0, at + 2);
    const [first] = children;
    if (first?.type === "text") first.content = capitalised(first.content.trimStart());
    tokens[index - 1]?.attrJoin("class", "decision");
  }
});

/** A text with a capital at its beginning, unless a name such as `v0` is there. */
function capitalised(text: string): string {
  return text.replace(/^[a-z](?!\d)/, (letter) => letter.toUpperCase());
}

/** A text that fills half of a window, in characters: links lead to within a screen of what they promise. */
const longText = 1000;
/** What a line of code, or the space around a block, takes of it. */
const lineLength = 80;

/** Splits a page at its headings, at items and rows that begin with a name, and where a section becomes long. */
function sectionsOf(tokens: Tokens): Section[] {
  const sections: { id: string; title: string; level: number; text: string; options: string[] }[] = [];
  const ids = new Set(tokens.map((token) => token.attrGet("id")));
  let heading = { id: "", title: "", parts: 1 };
  let size = 0;
  const begin = (id: string, title: string, level: number) => {
    ids.add(id);
    size = 0;
    sections.push({ id, title, level, text: "", options: [] });
  };
  for (const [index, token] of tokens.entries()) {
    const last = sections.at(-1);
    if (token.type === "heading_open") {
      // The link of a heading to itself leaves a space.
      const title = plainText(tokens[index + 1]?.children ?? []).trimEnd();
      heading = { id: String(token.attrGet("id")), title, parts: 1 };
      begin(heading.id, title, Number(token.tag[1]));
      continue;
    }
    if (last === undefined || tokens[index - 1]?.type === "heading_open") continue;
    const name = definedName(tokens, index);
    if (name !== undefined) {
      const own = String(token.attrGet("id") ?? name);
      if (token.attrGet("id") === null && !ids.has(own)) token.attrSet("id", own);
      if (token.attrGet("id") === own) begin(own, name, token.type === "tr_open" ? 8 : 7);
    } else if (isBlock(token) && token.attrGet("id") === null && (size > longText || isOver(last, token))) {
      heading.parts += 1;
      const id = `${heading.id}~${heading.parts}`;
      token.attrSet("id", id);
      begin(id, heading.title, 9);
    }
    const current = sections.at(-1) ?? last;
    if (token.type === "inline") size += token.content.length + lineLength / 2;
    if (token.type === "fence") size += token.content.split("\n").length * lineLength;
    if (token.type === "inline") current.text += `${plainText(token.children ?? [])} `;
    if (token.type === "fence" && /^(?:sh|text)\b/.test(token.info)) current.text += `${token.content} `;
    if (token.type === "fence" && token.info.startsWith("text "))
      current.options.push(
        ...Array.from(token.content.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm), ([, name = ""]) => name),
      );
  }
  return sections.map((one) => ({ ...one, text: one.text.replaceAll(/\s+/g, " ").trim() }));
}

/** Whether a block follows the list or the table that an item or a row is in. */
function isOver({ level }: Pick<Section, "level">, block: Tokens[number]): boolean {
  return (level === 7 || level === 8) && block.level === 0;
}

/** What can be the target of a link: a paragraph, an item, or a row below the head of its table. */
function isBlock({ type, hidden, level }: Tokens[number]): boolean {
  return (
    (type === "paragraph_open" && !hidden && level === 0) || type === "list_item_open" || type === "tr_open"
  );
}

/** The name of an item with an ID, or of a row: the code it begins with. */
function definedName(tokens: Tokens, index: number): string | undefined {
  const token = tokens[index];
  // An item opens, then its paragraph; a row, then its first cell. The next token is the text.
  const text = tokens[index + 2];
  if (token?.type === "list_item_open" && token.attrGet("id") !== null) return fieldName(text);
  if (token?.type !== "tr_open" || tokens[index + 1]?.type !== "td_open") return undefined;
  const [first] = text?.children ?? [];
  const isName = first?.type === "code_inline" && /^[A-Za-z]\w*(?:[A-Z_=.-]\w*)+$/.test(first.content);
  return isName ? first.content : undefined;
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
