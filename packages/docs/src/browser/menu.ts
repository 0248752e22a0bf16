/** Opens the menus of wide screens. Style sheets show them there anyway; this tells assistive technology. */
export function openMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu:not([open])"))
    if (measureWidth(menu).matches) menu.open = true;
}

/** Closes a menu when the window becomes narrow or its link is followed there, and opens it when the window becomes wide. */
export function connectMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu")) {
    const width = measureWidth(menu);
    width.addEventListener("change", () => {
      menu.open = width.matches;
    });
    menu.addEventListener("click", ({ target }) => {
      if (!width.matches && target instanceof Element && target.closest("a")) menu.open = false;
    });
  }
}

function measureWidth({ dataset: { openFrom = "" } }: HTMLElement): MediaQueryList {
  return matchMedia(`(min-width: ${openFrom}px)`);
}
