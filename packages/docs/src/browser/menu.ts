/** As in the style sheet. */
const wide = matchMedia("(min-width: 833px)");

/**
 * Opens the menu of a wide window, where the style sheet shows it anyway, so that assistive technology knows.
 * Closes it when the window becomes narrow, or when a link in it is followed there.
 */
export function connectMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>(".menu");
  if (menu === null) return;
  const show = () => {
    menu.open = wide.matches;
  };
  show();
  wide.addEventListener("change", show);
  menu.addEventListener("click", ({ target }) => {
    if (!wide.matches && target instanceof Element && target.closest("a")) menu.open = false;
  });
}
