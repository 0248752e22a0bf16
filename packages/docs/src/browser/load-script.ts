/** Loads a script of the site, whose file the page names. */
export function loadScript<Module>(name: "search" | "form" | "sandbox"): Promise<Module> {
  const { root = "", [name]: path = "" } = document.documentElement.dataset;
  return import(new URL(root + path, location.href).href) as Promise<Module>;
}
