import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import type { Html } from "../html.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What a person uses, and what the page says a second time. */
const leftOut = /^(?:form|input|label|legend|svg)$|^(?:switch|anchor|badge|inner|try)$/;

/** A page of the templates as Markdown, for programs that read text. Links to other pages begin at the root of the site. */
export function markdownOf({ text }: Html): string {
  return blocksOf(parseFragment(text).childNodes).join("\n\n");
}

function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let line = "";
  const end = () => {
    if (line.trim() !== "") blocks.push(line.trim());
    line = "";
  };
  for (const node of nodes) {
    const own = isElement(node) ? blockOf(node) : undefined;
    if (own === undefined) line += inlineOf(node);
    else {
      end();
      blocks.push(...own.filter((block) => block.trim() !== ""));
    }
  }
  end();
  return blocks;
}

/** The blocks of an element; `undefined` for one that is part of a line. */
function blockOf(element: Element): string[] | undefined {
  const { tagName, childNodes } = element;
  const line = () => lineOf(childNodes);
  if (isLeftOut(element)) return [];
  if (/^h\d$/.test(tagName)) return [`${"#".repeat(Number(tagName[1]))} ${line()}`];
  switch (tagName) {
    case "p":
      if (classOf(element) === "fact") return [factOf(childNodes)];
      return [`${classOf(element) === "decision" ? "**◇ Decision:** " : ""}${line()}`];
    case "summary":
      return [line()];
    case "pre":
      return [`${attributeOf(element, "aria-label")}:\n\n${fenced(textOf(element).trim())}`];
    case "ul":
    case "ol":
    case "dl":
      return [elementsOf(childNodes).map(itemOf).join("\n")];
    case "table":
      return [tableOf(element)];
    case "section":
    case "div":
    case "details":
    case "fieldset":
      return sectionOf(element);
    default:
      return undefined;
  }
}

function sectionOf({ attrs, childNodes }: Element): string[] {
  const { class: kind, id } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  const blocks = blocksOf(childNodes);
  if (kind === "response") return responseOf(childNodes);
  // The label of an example repeats its line.
  if (kind === "example") return blocks.slice(1);
  return kind === "operation" ? [`${blocks[0]} (\`${id}\`)`, ...blocks.slice(1)] : blocks;
}

/** A response: its status and the text of its line are the heading. */
function responseOf(nodes: readonly Node[]): string[] {
  const [status, details] = elementsOf(nodes);
  const [lead = "", ...rest] = blocksOf(details?.childNodes ?? []);
  return [`#### ${lineOf(status?.childNodes ?? [])}`, lead, ...rest];
}

/** An item of a list, or a field: its name, with its type and flags in brackets, and what is said about it. */
function itemOf(element: Element): string {
  const [head, body] = elementsOf(element.childNodes);
  if (head === undefined || head.tagName !== "dt") return listed(blocksOf(element.childNodes));
  const [name = "", ...facts] = elementsOf(head.childNodes).map(inlineOf);
  return listed([`${name} (${facts.join(", ")})`, ...blocksOf(body?.childNodes ?? [])]);
}

function listed(blocks: readonly string[]): string {
  return `- ${blocks.join("\n").replaceAll(/\n+(?=.)/g, "\n  ")}`;
}

function factOf(nodes: readonly Node[]): string {
  const [label, ...rest] = nodes;
  return label === undefined ? "" : `${inlineOf(label)}: ${lineOf(rest)}`;
}

function tableOf(table: Element): string {
  const rows = elementsOf(table.childNodes).flatMap(({ childNodes }) => elementsOf(childNodes));
  const lines = rows.map(
    (row) =>
      `| ${elementsOf(row.childNodes)
        .map(({ childNodes }) => lineOf(childNodes))
        .join(" | ")} |`,
  );
  const width = elementsOf(rows[0]?.childNodes ?? []).length;
  return [lines[0], `|${" --- |".repeat(width)}`, ...lines.slice(1)].join("\n");
}

function fenced(code: string): string {
  return `\`\`\`${/^[[{]/.test(code) ? "json" : ""}\n${code}\n\`\`\``;
}

function lineOf(nodes: readonly Node[]): string {
  return nodes.map(inlineOf).join("").replaceAll(/\s+/g, " ").trim();
}

function inlineOf(node: Node): string {
  if ("value" in node) return node.value.replaceAll(/\s+/g, " ");
  if (!isElement(node) || isLeftOut(node)) return "";
  const { tagName, childNodes } = node;
  const inner = childNodes.map(inlineOf).join("");
  if (tagName === "code") return `\`${inner}\``;
  if (tagName === "strong") return `**${inner}**`;
  if (tagName === "em") return `_${inner}_`;
  const address = attributeOf(node, "href");
  if (tagName !== "a" || address.startsWith("#")) return inner;
  return `[${inner}](${address.endsWith("/") ? address.replace("../", "/") : address.replace("../", "")})`;
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return isElement(node) ? node.childNodes.map(textOf).join("") : "";
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}

function elementsOf(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElement);
}

function isLeftOut(element: Element): boolean {
  return leftOut.test(element.tagName) || leftOut.test(classOf(element));
}

function classOf(element: Element): string {
  return attributeOf(element, "class");
}

function attributeOf({ attrs }: Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? "";
}
