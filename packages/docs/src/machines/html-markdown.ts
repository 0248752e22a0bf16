import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import type { Html } from "../html.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What a person uses, and what the page says a second time. */
const leftOut = /^(?:form|input|label|legend|svg)$|^(?:switch|anchor|badge|inner|try)$/;

/** A page of the templates as Markdown, for programs that read text. Links to other pages begin at the root of the site. */
export function writeMarkdown({ text }: Html): string {
  return writeBlocks(parseFragment(text).childNodes).join("\n\n");
}

function writeBlocks(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let line = "";
  const end = () => {
    if (line.trim() !== "") blocks.push(line.trim());
    line = "";
  };
  for (const node of nodes) {
    const own = isElement(node) ? writeBlock(node) : undefined;
    if (own === undefined) line += writeInline(node);
    else {
      end();
      blocks.push(...own.filter((block) => block.trim() !== ""));
    }
  }
  end();
  return blocks;
}

/** The blocks of an element; `undefined` for one that is part of a line. */
function writeBlock(element: Element): string[] | undefined {
  const { tagName, childNodes } = element;
  const line = () => writeLine(childNodes);
  if (isLeftOut(element)) return [];
  if (/^h\d$/.test(tagName)) return [`${"#".repeat(Number(tagName[1]))} ${line()}`];
  switch (tagName) {
    case "p":
      if (readClass(element) === "fact") return [writeFact(childNodes)];
      return [`${readClass(element) === "decision" ? "**◇ Decision:** " : ""}${line()}`];
    case "summary":
      return [line()];
    case "pre":
      return [`${readAttribute(element, "aria-label")}:\n\n${fenced(readText(element).trim())}`];
    case "ul":
    case "ol":
    case "dl":
      return [childElements(childNodes).map(writeItem).join("\n")];
    case "section":
    case "div":
    case "details":
    case "fieldset":
      return writeSection(element);
    default:
      return undefined;
  }
}

function writeSection({ attrs, childNodes }: Element): string[] {
  const { class: kind, id } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  const blocks = writeBlocks(childNodes);
  if (kind === "response") return writeResponse(childNodes);
  // The label of an example repeats its line.
  if (kind === "example") return blocks.slice(1);
  return kind === "operation" ? [`${blocks[0]} (\`${id}\`)`, ...blocks.slice(1)] : blocks;
}

/** A response: its status and the text of its line are the heading. */
function writeResponse(nodes: readonly Node[]): string[] {
  const [status, details] = childElements(nodes);
  const [lead = "", ...rest] = writeBlocks(details?.childNodes ?? []);
  return [`#### ${writeLine(status?.childNodes ?? [])}`, lead, ...rest];
}

/** An item of a list, or a field: its name, with its type and flags in brackets, and what is said about it. */
function writeItem(element: Element): string {
  const [head, body] = childElements(element.childNodes);
  if (head === undefined || head.tagName !== "dt") return listed(writeBlocks(element.childNodes));
  const [name = "", ...facts] = childElements(head.childNodes).map(writeInline);
  return listed([`${name} (${facts.join(", ")})`, ...writeBlocks(body?.childNodes ?? [])]);
}

function listed(blocks: readonly string[]): string {
  return `- ${blocks.join("\n").replaceAll(/\n+(?=.)/g, "\n  ")}`;
}

function writeFact(nodes: readonly Node[]): string {
  const [label, ...rest] = nodes;
  return label === undefined ? "" : `${writeInline(label)}: ${writeLine(rest)}`;
}

function fenced(code: string): string {
  return `\`\`\`${/^[[{]/.test(code) ? "json" : ""}\n${code}\n\`\`\``;
}

function writeLine(nodes: readonly Node[]): string {
  return nodes.map(writeInline).join("").replaceAll(/\s+/g, " ").trim();
}

function writeInline(node: Node): string {
  if ("value" in node) return node.value.replaceAll(/\s+/g, " ");
  if (!isElement(node) || isLeftOut(node)) return "";
  const { tagName, childNodes } = node;
  const inner = childNodes.map(writeInline).join("");
  if (tagName === "code") return `\`${inner}\``;
  if (tagName === "strong") return `**${inner}**`;
  if (tagName === "em") return `_${inner}_`;
  const address = readAttribute(node, "href");
  if (tagName !== "a" || address.startsWith("#")) return inner;
  return `[${inner}](${address.endsWith("/") ? address.replace("../", "/") : address.replace("../", "")})`;
}

function readText(node: Node): string {
  if ("value" in node) return node.value;
  return isElement(node) ? node.childNodes.map(readText).join("") : "";
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}

function childElements(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElement);
}

function isLeftOut(element: Element): boolean {
  return leftOut.test(element.tagName) || leftOut.test(readClass(element));
}

function readClass(element: Element): string {
  return readAttribute(element, "class");
}

function readAttribute({ attrs }: Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? "";
}
