/** Marks the entry of the contents whose section is on the screen, and scrolls the navigation to where the reader is. */
export function followReader(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a[href^='#']")];
  const parts = links.flatMap((link) => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target === null ? [] : [{ link, target }];
  });
  let isWaiting = false;
  const mark = () => {
    isWaiting = false;
    const current = parts.findLast(
      ({ target }) => target.getBoundingClientRect().top < innerHeight / 4,
    )?.link;
    for (const link of links) link.ariaCurrent = link === current ? "location" : null;
    if (current !== undefined) show(current);
  };
  const wait = () => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };
  const page = document.querySelector<HTMLElement>(".side [aria-current='page']");
  if (page !== null) show(page);
  if (parts.length > 0) {
    addEventListener("scroll", wait, { passive: true });
    addEventListener("hashchange", wait);
    wait();
  }
}

/** Scrolls the navigation, and not the page, so that an entry is away from its edges. */
function show(entry: HTMLElement): void {
  const navigation = entry.closest("nav");
  if (navigation === null) return;
  const { top, bottom } = navigation.getBoundingClientRect();
  const at = entry.getBoundingClientRect();
  if (at.top < top + 40 || at.bottom > bottom - 40) navigation.scrollTop += at.top - (top + bottom) / 2;
}
