import { element } from "./element.ts";

/** Adds a button to every block of code. */
export function connectCopying(): void {
  for (const code of document.querySelectorAll<HTMLElement>(".code > pre")) addCopyButton(code);
}

/** Adds a button that copies a block of code, and says so for a moment. */
function addCopyButton(code: HTMLElement): void {
  const label = `Copy ${code.ariaLabel ?? "code"}`;
  const button = element("button", { type: "button", className: "copy", ariaLabel: label }, "Copy");
  button.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(code.textContent).then(
      () => "Copied",
      () => "Not allowed",
    );
    button.textContent = button.ariaLabel = done;
    setTimeout(() => Object.assign(button, { textContent: "Copy", ariaLabel: label }), 2000);
  });
  code.after(button);
}

/** A block of code that can be scrolled with the keyboard, and copied. */
export function codeElement(text: string, label: string): HTMLElement {
  const code = element("pre", { tabIndex: 0, role: "group", ariaLabel: label, textContent: text });
  const block = element("div", { className: "code" }, code);
  addCopyButton(code);
  return block;
}
