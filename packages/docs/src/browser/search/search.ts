import { element } from "../element.ts";
import { loadScript } from "../load-script.ts";
import type { Found, Search } from "./search-index.ts";

/** The parts of the dialog. */
interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly status: HTMLParagraphElement;
}

const { root = "./", searchIndex = "" } = document.documentElement.dataset;
let searching: Promise<Search> | undefined;
let parts: SearchDialog | undefined;

/** Opens the dialog immediately, so that it receives the next keystrokes; the search records may load later. */
export function openSearch(): void {
  searching ??= loadIndex();
  parts ??= makeDialog();
  if (!parts.dialog.open) parts.dialog.showModal();
  parts.input.select();
}

async function loadIndex(): Promise<Search> {
  const { loadSearch } = await loadScript<typeof import("./search-index.ts")>("search");
  return loadSearch(new URL(root + searchIndex, location.href).href);
}

function makeDialog(): SearchDialog {
  const input = element("input", {
    type: "text",
    placeholder: "Operations, fields, errors, settings …",
    autocomplete: "off",
    spellcheck: false,
    role: "combobox",
    ariaLabel: "Search the docs",
    ariaExpanded: "false",
    ariaAutoComplete: "list",
  });
  input.setAttribute("aria-controls", "search-results");
  const list = element("div", { id: "search-results", role: "listbox", ariaLabel: "Results" });
  const status = element("p", { role: "status" });
  const keys = element("p", { className: "keys" }, "↑ ↓ choose, Enter opens, Esc closes.");
  const dialog = element("dialog", { className: "search", ariaLabel: "Search" }, input, status, list, keys);
  document.body.append(dialog);
  const made = { dialog, input, list, status };
  input.addEventListener("input", () => void showResults(made));
  input.addEventListener("keydown", (event) => moveOrGo(made, event));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  void showResults(made);
  return made;
}

/** Shows what was found; for an empty query, the first page of each group. */
async function showResults({ input, list, status }: SearchDialog): Promise<void> {
  const query = input.value.trim();
  let items: readonly HTMLAnchorElement[];
  let words = "";
  if (query === "") {
    items = [...document.querySelectorAll<HTMLAnchorElement>(".side .groups > ul > li:first-child > a")].map(
      ({ textContent, href }) => option(href, element("strong", {}, textContent)),
    );
  } else {
    // Enter must not open a page of the first screen while the records load.
    if (status.textContent === "") list.replaceChildren();
    status.textContent ||= "Searching …";
    try {
      const results = (await searching)?.(query) ?? [];
      items = results.map(resultItem);
      words = items.length === 0 ? "Nothing was found." : `Results: ${items.length}`;
    } catch {
      status.textContent = "The index of the search could not be loaded. Load the page again.";
      return;
    }
    if (query !== input.value.trim()) return;
  }
  status.textContent = words;
  for (const [index, item] of items.entries()) item.id = `search-result-${index}`;
  list.replaceChildren(...items);
  input.ariaExpanded = String(items.length > 0);
  select({ input, list }, 0);
}

function resultItem({ title, kind, url, text, terms }: Found): HTMLAnchorElement {
  const parts = [marked(title, terms), marked(kind, terms), marked(cutExcerpt(text, terms), terms)] as const;
  return option(
    root + url,
    element("strong", {}, ...parts[0]),
    element("span", {}, ...parts[1]),
    element("small", {}, ...parts[2]),
  );
}

function option(href: string, ...parts: readonly HTMLElement[]): HTMLAnchorElement {
  const link = element("a", { href, tabIndex: -1, role: "option" }, ...parts);
  link.addEventListener("click", () => link.closest("dialog")?.close());
  return link;
}

/** The words of a text that begin with a term; `(?!)` matches nothing, for a query without terms. */
function highlightPattern(terms: readonly string[]): RegExp {
  const longest = terms.toSorted((a, b) => b.length - a.length).map((term) => term.replaceAll(".", "[.]"));
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${longest.join("|") || "(?!)"})[\\p{L}\\p{N}]*)`, "giu");
}

function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  return text
    .split(highlightPattern(terms))
    .map((part, index) => (index % 2 === 0 ? part : element("mark", {}, part)));
}

/** The text around the first match. */
function cutExcerpt(text: string, terms: readonly string[]): string {
  const start = text.lastIndexOf(" ", Math.max(0, text.search(highlightPattern(terms)) - 40)) + 1;
  return `${start > 0 ? "… " : ""}${text.slice(start, start + 160)}`;
}

function moveOrGo(made: SearchDialog, event: KeyboardEvent): void {
  const { list } = made;
  const selected = [...list.children].findIndex((item) => item.ariaSelected === "true");
  if (event.key === "Enter") (list.children[selected] as HTMLElement | undefined)?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  select(made, (selected + step + list.children.length) % Math.max(1, list.children.length));
}

function select({ input, list }: Pick<SearchDialog, "input" | "list">, index: number): void {
  for (const [at, item] of [...list.children].entries()) item.ariaSelected = String(at === index);
  const item = list.children[index];
  if (item === undefined) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", item.id);
  item?.scrollIntoView({ block: "nearest" });
}
