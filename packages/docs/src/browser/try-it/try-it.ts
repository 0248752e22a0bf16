import { curlOf, type FilledRequest, readForm } from "./read-form.ts";
import { findService, type TriedService } from "./service.ts";

/** The token of every form of this page. It is kept nowhere else. */
let token = "";

/** Lets a form send its request and show the response. */
export async function connectForm(details: HTMLDetailsElement): Promise<void> {
  const form = details.querySelector("form");
  const result = details.querySelector<HTMLElement>("[data-result]");
  const where = details.querySelector<HTMLElement>("[data-where]");
  const field = details.querySelector<HTMLInputElement>("[data-token]");
  if (form === null || result === null || where === null || field === null) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    token = field.value;
    for (const other of document.querySelectorAll<HTMLInputElement>("[data-token]")) other.value = token;
    void findService().then((service) => send(service, readForm(form), result));
  });
  const service = await findService();
  where.textContent = service.about;
  token ||= service.token ?? "";
  field.value ||= token;
}

async function send(service: TriedService, filled: FilledRequest, result: HTMLElement): Promise<void> {
  const { method, target, headers, body } = filled;
  const started = performance.now();
  try {
    const request = new Request(service.baseUrl + target, {
      method,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
    const response = await service.send(request);
    const text = await response.text();
    const took = Math.round(performance.now() - started);
    result.replaceChildren(
      line(`${response.status} ${response.statusText}`.trim(), `${took} ms`),
      block("Body", indented(text)),
      block("Headers", [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")),
      block("The same with curl", curlOf(filled, service.baseUrl)),
    );
  } catch (error) {
    result.replaceChildren(line("No response", error instanceof Error ? error.message : String(error)));
  }
}

function line(status: string, about: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.append(Object.assign(document.createElement("strong"), { textContent: status }), ` ${about}`);
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
