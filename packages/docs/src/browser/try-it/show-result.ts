/** A response, as the reader sees it. */
export interface ShownResponse {
  /** Such as `200 OK`. */
  readonly status: string;
  readonly durationMs: number;
  readonly body: string;
  readonly headers: Headers;
  /** The request as a curl line. */
  readonly curl: string;
}

/** Shows a response in place of the previous one. */
export function showResponse(
  result: HTMLElement,
  { status, durationMs, body, headers, curl }: ShownResponse,
): void {
  result.replaceChildren(
    line(status, `${Math.round(durationMs)} ms`),
    block("Body", indented(body)),
    block("Headers", [...headers].map(([name, value]) => `${name}: ${value}`).join("\n")),
    block("The same with curl", curl),
  );
}

/** Shows why there is no response. */
export function showFailure(result: HTMLElement, title: string, error: unknown): void {
  result.replaceChildren(line(title, error instanceof Error ? error.message : String(error)));
}

function line(title: string, text: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.append(Object.assign(document.createElement("strong"), { textContent: title }), ` ${text}`);
  return paragraph;
}

function block(title: string, text: string): HTMLElement {
  const part = document.createElement("div");
  const caption = Object.assign(document.createElement("p"), { className: "caption", textContent: title });
  const code = Object.assign(document.createElement("pre"), { tabIndex: 0, textContent: text || "(empty)" });
  code.setAttribute("role", "region");
  code.setAttribute("aria-label", title);
  part.append(caption, code);
  return part;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
