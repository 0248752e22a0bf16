const isWide = matchMedia("(min-width: 833px)");

/** Opens the menu on wide screens. Style sheets show it there anyway; this tells assistive technology. */
export function openMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>(".menu");
  if (menu !== null && isWide.matches) menu.open = true;
}

/** Closes the menu when the window becomes narrow, and opens it when it becomes wide. */
export function followWidth(): void {
  isWide.addEventListener("change", () => {
    const menu = document.querySelector<HTMLDetailsElement>(".menu");
    if (menu !== null) menu.open = isWide.matches;
  });
}
