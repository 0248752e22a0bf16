const isWide = matchMedia("(min-width: 833px)");

/** Opens the menu where there is room for it: style sheets show it there already, this tells assistive technology. */
export function openMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>(".menu");
  if (menu !== null && isWide.matches) menu.open = true;
}

/** Closes it when the window becomes narrow, and opens it when it becomes wide. */
export function followWidth(): void {
  isWide.addEventListener("change", () => {
    const menu = document.querySelector<HTMLDetailsElement>(".menu");
    if (menu !== null) menu.open = isWide.matches;
  });
}
