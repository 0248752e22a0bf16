/**
 * Opens the menus of wide screens, where style sheets show them anyway, so that assistive technology knows. Closes a menu when the
 * window becomes narrow, or its link is followed there.
 */
export function connectMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu")) {
    const width = matchMedia(`(min-width: ${menu.dataset.openFrom}px)`);
    const show = () => {
      menu.open = width.matches;
    };
    show();
    width.addEventListener("change", show);
    menu.addEventListener("click", ({ target }) => {
      if (!width.matches && target instanceof Element && target.closest("a")) menu.open = false;
    });
  }
}
