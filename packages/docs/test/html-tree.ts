import { type DefaultTreeAdapterTypes, type ParserError, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
/** An element of a parsed page. */
export type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser reads it. */
export interface HtmlTree {
  readonly elements: readonly Element[];
  /** Where the page is not the HTML that the standard asks for. */
  readonly errors: readonly string[];
}

/** Parses a page. */
export function parseHtml(html: string): HtmlTree {
  const errors: string[] = [];
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }: ParserError) => errors.push(`${code} in line ${startLine}`),
  });
  return { elements: elementsBelow(document), errors };
}

/** The value of an attribute, or `undefined`. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

/** The text in an element, as it is written. */
export function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** The element with an ID, or `undefined`. */
export function byId({ elements }: HtmlTree, id: string): Element | undefined {
  return elements.find((element) => attribute(element, "id") === id);
}

/** Every element below a node. */
export function elementsBelow(node: Node): Element[] {
  if (!("childNodes" in node)) return [];
  return node.childNodes.flatMap((child) => ("tagName" in child ? [child, ...elementsBelow(child)] : []));
}

/** The IDs that a page gives twice. */
export function repeatedIds({ elements }: HtmlTree): string[] {
  const ids = elements.map((element) => attribute(element, "id")).filter((id) => id !== undefined);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
