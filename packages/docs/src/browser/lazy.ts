/** Loads what only some readers use at its first use: the search, and the forms that send requests. */
export function connectLazily(): void {
  const search = once(() => load<typeof import("./search/search.ts")>("search"));
  const openSearch = async () => (await search()).openSearch();
  document.querySelector("[data-open-search]")?.addEventListener("click", () => void openSearch());
  document.addEventListener("keydown", (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    void openSearch();
  });

  const tryIt = once(() => load<typeof import("./try-it/try-it.ts")>("tryIt"));
  for (const details of document.querySelectorAll<HTMLDetailsElement>("[data-try]")) {
    const connect = async () => (await tryIt()).connectForm(details);
    details.addEventListener("toggle", () => void connect(), { once: true });
  }
}

/** A slash outside of a field, or Ctrl-K and Cmd-K anywhere. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey)) return true;
  const isField = target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
  return key === "/" && !isField && !ctrlKey && !metaKey && !altKey;
}

/** Loads a script of the site; the page names its file. */
function load<Module>(name: "search" | "tryIt"): Promise<Module> {
  const { root = "", [name]: path = "" } = document.documentElement.dataset;
  return import(new URL(root + path, location.href).href) as Promise<Module>;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
