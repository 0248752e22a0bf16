import { codeElement } from "../copy.ts";
import { element } from "../element.ts";

/** A response, as the reader sees it. */
export interface ShownResponse {
  /** Such as `200 OK`. */
  readonly status: string;
  readonly durationMs: number;
  readonly body: string;
  readonly headers: Headers;
}

/** Shows a response in place of the previous one. */
export function showResponse(
  result: HTMLElement,
  { status, durationMs, body, headers }: ShownResponse,
): void {
  say(
    result,
    status,
    `${Math.round(durationMs)} ms`,
    block("Body", indented(body)),
    block("Headers", [...headers].map(([name, value]) => `${name}: ${value}`).join("\n")),
  );
}

/** Shows why there is no response. */
export function showFailure(result: HTMLElement, title: string, error: unknown): void {
  say(result, title, error instanceof Error ? error.message : String(error));
}

/** Shows that a request is running. */
export function showSending(result: HTMLElement): void {
  say(result, "", "Sending …");
}

/** Shows a line, which alone is read aloud, and what belongs to it. */
function say(result: HTMLElement, title: string, text: string, ...blocks: readonly HTMLElement[]): void {
  const [line, ...before] = result.children;
  for (const block of before) block.remove();
  line?.replaceChildren(element("strong", {}, title), ` ${text}`);
  result.append(...blocks);
}

function block(title: string, text: string): HTMLElement {
  return element(
    "div",
    {},
    element("p", { className: "caption" }, title),
    codeElement(text || "(empty)", title),
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
