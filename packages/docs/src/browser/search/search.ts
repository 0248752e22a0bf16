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
  const dialog = document.createElement("dialog");
  dialog.className = "search";
  dialog.setAttribute("aria-label", "Search");
  const input = Object.assign(document.createElement("input"), {
    type: "text",
    placeholder: "Operations, fields, errors, decisions …",
    autocomplete: "off",
    spellcheck: false,
  });
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-label": "Search the docs",
    "aria-expanded": "false",
    "aria-controls": "search-results",
    "aria-autocomplete": "list",
  })) {
    input.setAttribute(name, value);
  }
  const list = Object.assign(document.createElement("div"), { id: "search-results" });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  dialog.append(input, status, list);
  document.body.append(dialog);
  const made = { dialog, input, list, status };
  input.addEventListener("input", () => void showResults(made));
  input.addEventListener("keydown", (event) => moveOrGo(made, event));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return made;
}

async function showResults({ input, list, status }: SearchDialog): Promise<void> {
  const query = input.value.trim();
  let search: Search | undefined;
  try {
    search = await searching;
  } catch {
    status.textContent = "The index of the search could not be loaded. Load the page again.";
    return;
  }
  if (search === undefined || query !== input.value.trim()) return;
  const results = query === "" ? [] : search(query);
  list.replaceChildren(...results.map(resultItem));
  input.setAttribute("aria-expanded", String(results.length > 0));
  if (query === "") status.textContent = "";
  else status.textContent = results.length === 0 ? "Nothing was found." : `${results.length} results`;
  select({ input, list }, 0);
}

function resultItem({ title, kind, url, text }: Found, index: number): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), {
    id: `search-result-${index}`,
    href: root + url,
    tabIndex: -1,
  });
  link.setAttribute("role", "option");
  const heading = Object.assign(document.createElement("strong"), { textContent: title });
  const about = Object.assign(document.createElement("span"), { textContent: kind });
  const excerpt = Object.assign(document.createElement("small"), { textContent: text.slice(0, 140) });
  link.append(heading, about, excerpt);
  link.addEventListener("click", () => link.closest("dialog")?.close());
  return link;
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
