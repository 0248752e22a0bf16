import { openSearch } from "./search/search.ts";

/** Opens the search from its button and its keys. */
export function connectSearch(): void {
  document.querySelector("[data-open-search]")?.addEventListener("click", openSearch);
  document.addEventListener("keydown", (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    openSearch();
  });
}

/** A slash outside a field, or Ctrl-K or Cmd-K anywhere. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey)) return true;
  const isField = target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
  return key === "/" && !isField && !ctrlKey && !metaKey && !altKey;
}
