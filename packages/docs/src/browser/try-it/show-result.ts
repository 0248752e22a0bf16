import { codeElement } from "../copy.ts";
import { element } from "../element.ts";

/** Shows a response and how long it took, in place of the previous one. */
export async function showResponse(
  result: HTMLElement,
  response: Response,
  durationMs: number,
): Promise<void> {
  const { status, statusText, headers } = response;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  showLine(
    result,
    `${status} ${statusText}`.trim(),
    `${Math.round(durationMs)} ms`,
    block("Body", indented(await response.text())),
    block("Headers", lines.join("\n")),
  );
}

/** Shows a line, which alone is read aloud, and what belongs to it. */
export function showLine(
  result: HTMLElement,
  title: string,
  text: string,
  ...blocks: readonly HTMLElement[]
): void {
  const [line, ...before] = result.children;
  for (const block of before) block.remove();
  line?.replaceChildren(element("strong", {}, title), ` ${text}`);
  result.append(...blocks);
}

function block(title: string, text: string): HTMLElement {
  const caption = element("p", { className: "caption" }, title);
  return element("div", {}, caption, codeElement(text || "(empty)", title));
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
