import type markdownIt from "markdown-it";
import type { Anchors } from "./anchors.ts";
import { escapeHtml, Html } from "./html.ts";

type Parser = ReturnType<typeof markdownIt>;
type Tokens = ReturnType<Parser["parse"]>;

/** A paragraph that settles a point that the interface leaves open. */
export interface Decision {
  readonly id: string;
  readonly text: Html;
}

/** The context in which decisions are rendered. */
export interface DecisionOptions {
  readonly anchors: Anchors;
  /** The ID of the described thing, which prefixes the IDs of its decisions. Without it, the ID of their section does. */
  readonly owner?: string;
  /** The link target of a decision's badge. */
  readonly decisionsUrl?: string;
  /** What the decisions are about. @default the section that they are in */
  readonly subject?: string;
  readonly onDecision?: (decision: Decision) => void;
}

const marker = "Decision:";

/** Turns `**Decision:**` at the start of a paragraph into a small badge at its end; the sentence itself stays plain. */
export function markDecisions(parser: Parser): void {
  parser.core.ruler.push("decisions", (state) => {
    const {
      anchors,
      owner,
      subject,
      decisionsUrl = "",
      onDecision,
    } = state.env as unknown as DecisionOptions;
    let section = "about";
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === "heading_open") section = String(token.attrGet("id") ?? section);
      const children = state.tokens[index + 1]?.children;
      for (const child of children ?? []) if (isWord(children ?? [], child)) child.content = "◇ Decision";
      if (token.type !== "paragraph_open" || !children || !isMarked(children)) continue;
      const id = anchors.take(`${owner ?? section}.decision`);
      const sentence = withoutMarker(children);
      onDecision?.({ id, text: new Html(parser.renderer.renderInline(sentence, parser.options, state.env)) });
      const badge = new state.Token("html_inline", "", 0);
      const [, number = ""] = id.split(".decision");
      const label = escapeHtml(`Decision${number.replace("-", " ")}: ${subject ?? section}`);
      badge.content = ` <a class="badge" href="${escapeHtml(`${decisionsUrl}#${encodeURIComponent(id)}`)}" aria-label="${label}">◇</a>`;
      state.tokens[index + 1]?.children?.splice(0, children.length, ...sentence, badge);
      token.attrSet("class", "decision");
      token.attrSet("id", id);
    }
  });
}

function isMarked(children: Tokens): boolean {
  const start = children.findIndex(({ type }) => type === "strong_open");
  return (
    children.slice(0, start).every(({ content }) => content === "") && children[start + 1]?.content === marker
  );
}

/** Whether a word stands for the marker, in a sentence about it. */
function isWord(children: Tokens, child: Tokens[number]): boolean {
  return child.content === "Decision" && children[children.indexOf(child) - 1]?.type === "strong_open";
}

/** Removes the marker, and capitalises the next letter. */
function withoutMarker(children: Tokens): Tokens {
  const end = children.findIndex(({ type }) => type === "strong_close");
  const [first, ...rest] = children.slice(end + 1);
  if (first === undefined) return [];
  const text = first.content.trimStart();
  // A name such as v0 keeps its lower case.
  first.content = /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return first.type === "text" && text === "" ? rest : [first, ...rest];
}
