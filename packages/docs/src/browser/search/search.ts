import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import { cutExcerpt, termPattern } from "./excerpt.ts";
import type { Found, Search } from "./search-index.ts";

const { root = "./", searchIndex = "" } = document.documentElement.dataset;
const input = element("input", {
  type: "text",
  placeholder: "Operations, fields, errors, settings …",
  autocomplete: "off",
  spellcheck: false,
  ariaLabel: "Search the docs",
});
const status = element("p", { role: "status" });
const list = element("div", { className: "results" });
const keys = element("p", { className: "keys" }, "↑ ↓ choose, Enter opens, Esc closes.");
const dialog = element("dialog", { className: "search", ariaLabel: "Search" }, input, status, list, keys);
let searching: Promise<Search> | undefined;

/** Opens the search from its button and its keys: a slash outside a field, or Ctrl-K or Cmd-K anywhere. */
export function connectSearch(): void {
  document.body.append(dialog);
  document.querySelector("[data-open-search]")?.addEventListener("click", openSearch);
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isModified = ctrlKey || metaKey;
    const isField = target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
    const isOpening = isModified ? key.toLowerCase() === "k" : key === "/" && !isField && !altKey;
    if (!isOpening) return;
    event.preventDefault();
    openSearch();
  });
  input.addEventListener("input", () => void showResults());
  dialog.addEventListener("keydown", move);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
}

/** Opens the dialog immediately, so that it receives the next keystrokes; the search records may load later. */
function openSearch(): void {
  searching ??= loadIndex();
  if (!dialog.open) dialog.showModal();
  input.select();
}

async function loadIndex(): Promise<Search> {
  const { loadSearch } = await loadScript<typeof import("./search-index.ts")>("search");
  return loadSearch(new URL(root + searchIndex, location.href).href);
}

async function showResults(): Promise<void> {
  const query = input.value.trim();
  // Enter must not open a result of another query while the records load.
  list.replaceChildren();
  status.textContent = query === "" ? "" : "Searching …";
  if (query === "") return;
  try {
    const found = (await searching)?.(query) ?? [];
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.map(resultLink));
    status.textContent = found.length === 0 ? "Nothing was found." : `Results: ${found.length}`;
  } catch {
    status.textContent = "The index of the search could not be loaded. Load the page again.";
  }
}

function resultLink({ title, kind, url, text, terms }: Found): HTMLAnchorElement {
  return element(
    "a",
    { href: root + url },
    element("strong", {}, ...marked(title, terms)),
    element("span", {}, ...marked(kind, terms)),
    element("small", {}, ...marked(cutExcerpt(text, terms), terms)),
  );
}

function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  return text
    .split(termPattern(terms))
    .map((part, index) => (index % 2 === 0 ? part : element("mark", {}, part)));
}

/** The arrows move between the field and the results, in a ring; Enter in the field opens the first result. */
function move(event: KeyboardEvent): void {
  const stops: HTMLElement[] = [input, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    stops.at((at + step) % stops.length)?.focus();
  } else if (event.key === "Enter" && at === 0) stops[1]?.click();
  // What is typed goes on in the field.
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) input.focus();
}
