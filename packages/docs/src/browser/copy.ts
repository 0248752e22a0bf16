import { element } from "./element.ts";

/** Adds a button to every block of code; links beside headings and names of fields copy their address, and a button the page. */
export function connectCopying(): void {
  for (const code of document.querySelectorAll<HTMLElement>(".code > pre")) addCopyButton(code);
  document.addEventListener("click", ({ target }) => {
    const part = target instanceof Element ? target.closest("main .anchor, li[id] strong > code") : null;
    const id = (part?.closest("li[id]") ?? part?.parentElement)?.id;
    if (id === undefined) return;
    location.hash = encodeURIComponent(id);
    void copy(location.href, "The link is copied.");
  });
  const button = document.querySelector<HTMLElement>("[data-copy-page]");
  button?.addEventListener("click", async () => {
    const response = await fetch(button.dataset.copyPage ?? "");
    await copy(await response.text(), "The page is copied as Markdown.");
  });
}

/** Adds a button that copies a block of code. */
export function addCopyButton(code: HTMLElement): void {
  const label = `Copy ${code.ariaLabel ?? "code"}`;
  const button = element("button", { type: "button", className: "copy", ariaLabel: label }, "Copy");
  button.addEventListener("click", () => void copy(code.textContent, "Copied."));
  code.after(button);
}

/** A block of code that can be scrolled with the keyboard, and copied. */
export function codeElement(text: string, label: string): HTMLElement {
  const code = element("pre", { tabIndex: 0, role: "group", ariaLabel: label, textContent: text });
  const block = element("div", { className: "code" }, code);
  addCopyButton(code);
  return block;
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say("The browser does not let this page copy.");
  }
}

let said: HTMLElement | undefined;

/** Shows a sentence for a moment, and has it read aloud. */
function say(sentence: string): void {
  if (said === undefined) {
    said = element("p", { className: "said", role: "status" });
    document.body.append(said);
  }
  const own = element("span", {}, sentence);
  said.replaceChildren(own);
  setTimeout(() => own.remove(), 2500);
}
