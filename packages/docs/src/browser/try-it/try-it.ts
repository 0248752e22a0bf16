import { codeElement } from "../copy.ts";
import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import { readAddress, saysReady } from "./address.ts";

const timeoutMs = 30_000;

/** The parts of a form. */
interface TryItForm {
  readonly form: HTMLFormElement;
  readonly address: HTMLInputElement;
  /** `null` if the operation needs none. */
  readonly token: HTMLInputElement | null;
  readonly where: HTMLElement;
  readonly result: HTMLElement;
}

/** The service to which the forms of this page send, in memory only. */
interface Target {
  /** That of the service that serves this page; `undefined` if a static host does. */
  readonly own: string | undefined;
  /** `undefined` for the sandbox in the page. */
  address: string | undefined;
  token: string;
}

const connected: TryItForm[] = [];
let shared: Promise<Target> | undefined;

/** Makes a form send its request and show the response. */
export async function connectForm(details: HTMLDetailsElement): Promise<void> {
  const part = (name: string) => details.querySelector(`[data-${name}]`);
  const parts = {
    form: details.querySelector("form"),
    address: part("address"),
    token: part("token"),
    where: part("where"),
    result: part("result"),
  } as TryItForm;
  shared ??= findOwnAddress().then((own) => ({ own, address: own, token: firstToken(own) }));
  const target = await shared;
  connected.push(parts);
  showTarget(parts, target);
  const sample = codeElement("", "The request with curl");
  parts.result.before(element("p", { className: "caption" }, "The same request with curl"), sample);
  const showSample = () => sample.firstElementChild?.replaceChildren(curlOf(parts.form, target.address));
  showSample();
  parts.form.addEventListener("input", showSample);
  parts.address.addEventListener("input", () => chooseAddress(parts, target));
  parts.token?.addEventListener("input", ({ currentTarget }) => {
    target.token = (currentTarget as HTMLInputElement).value;
    for (const { token } of connected) if (token !== null) token.value = target.token;
  });
  parts.form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(parts);
  });
}

/** The service serves the docs one level below its address. */
async function findOwnAddress(): Promise<string | undefined> {
  const { root = "./" } = document.documentElement.dataset;
  const address = new URL(`${root}../`, location.href).href.replace(/\/$/, "");
  try {
    const response = await fetch(`${address}/readyz`, { cache: "no-store" });
    return response.ok && saysReady(await response.text()) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The sandbox accepts any token, so the reader need not type one. */
function firstToken(address: string | undefined): string {
  return address === undefined ? "any-token" : "";
}

/** Copies an address into every form as it is typed. The token goes, because it was for the previous address. */
function chooseAddress(typedIn: TryItForm, target: Target): void {
  try {
    target.address = readAddress(typedIn.address.value, location.origin);
  } catch (error) {
    typedIn.where.textContent = messageOf(error);
    return;
  }
  target.token = firstToken(target.address);
  for (const parts of connected) showTarget(parts, target, parts === typedIn);
}

function showTarget(parts: TryItForm, { own, address, token }: Target, isTyping = false): void {
  const which = address === own ? `this service, ${address}` : address;
  parts.where.textContent =
    address === undefined
      ? "Without an address, requests go to a sandbox inside this page. It accepts any token and keeps nothing."
      : `Requests go to ${which}. The address and the token stay in the memory of this page.`;
  if (!isTyping) parts.address.value = address ?? "";
  if (parts.token !== null) parts.token.value = token;
}

async function send({ form, address: field, result }: TryItForm): Promise<void> {
  showLine(result, "", "Sending …");
  let address: string | undefined;
  try {
    address = readAddress(field.value, location.origin);
  } catch (error) {
    showLine(result, "Not sent.", messageOf(error));
    return;
  }
  const started = performance.now();
  try {
    const { target, init } = readForm(form);
    const response = await sendTo(address, target, init);
    const body = await response.text();
    const took = `${Math.round(performance.now() - started)} ms`;
    const fields = Array.from(response.headers, ([name, value]) => `${name}: ${value}`);
    showLine(result, `${response.status} ${response.statusText}`.trim(), took);
    result.append(block("Body", indented(body)), block("Headers", fields.join("\n")));
  } catch (error) {
    // Browsers hide from pages whether nothing responds, or CORS forbids to read the response.
    const reason =
      error instanceof DOMException && error.name === "TimeoutError"
        ? `${address} did not respond within ${timeoutMs / 1000} seconds.`
        : [
            `Nothing responds at ${address}, or it does not let this page read its responses:`,
            `its operator can allow it with COMPUTE_HOST_CORS_ORIGINS=${location.origin}.`,
            "Clear the address to use the sandbox inside this page.",
          ].join(" ");
    showLine(result, "No response.", address === undefined ? messageOf(error) : reason);
  }
}

/** Reads the request as the reader filled it in. Empty fields are not sent. */
function readForm(form: HTMLFormElement): { readonly target: string; readonly init: RequestInit } {
  const { method = "GET", path = "" } = form.dataset;
  const query = new URLSearchParams();
  const headers = new Headers();
  let filled = path;
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>("[data-in]")) {
    if (dataset.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "" && dataset.in === "query") query.append(name, value);
    else if (value !== "") headers.set(name, value);
  }
  const token = form.querySelector<HTMLInputElement>("[data-token]")?.value ?? "";
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]")?.value;
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const target = query.size === 0 ? filled : `${filled}?${query}`;
  return { target, init: { method, headers, ...(body !== undefined && { body }) } };
}

/** The request of a form as a command, with the token from the environment: what a reader copies must not hold it. */
function curlOf(form: HTMLFormElement, address = "$COMPUTE_HOST_URL"): string {
  const { target, init } = readForm(form);
  const fields = [...(init.headers as Headers)].filter(
    ([name]) => !/^(?:authorization|content-type)$/.test(name),
  );
  const lines = [
    `curl --fail-with-body -X ${init.method} "${address}${target}"`,
    form.querySelector("[data-token]") !== null && '-H "Authorization: Bearer $COMPUTE_HOST_TOKEN"',
    ...fields.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    typeof init.body === "string" && `--json ${quoted(init.body)}`,
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}

/** A text between single quotes, for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function sendTo(address: string | undefined, target: string, init: RequestInit): Promise<Response> {
  if (address !== undefined)
    return fetch(address + target, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const { fake } = await loadScript<typeof import("./sandbox.ts")>("sandbox");
  return fake.fetch(`http://sandbox.invalid${target}`, init);
}

/** Replaces the previous result with a line, the only part that is read aloud. */
function showLine(result: HTMLElement, title: string, text: string): void {
  const [line, ...before] = result.children;
  for (const one of before) one.remove();
  line?.replaceChildren(element("strong", {}, title), ` ${text}`);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
