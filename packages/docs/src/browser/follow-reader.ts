/** Marks the entry of the contents whose section is on the screen, and scrolls the navigation to it. */
export function followReader(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a[href^='#']")];
  const targets = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  const mark = () => {
    const top = (target: HTMLElement | null) => target?.getBoundingClientRect().top ?? innerHeight;
    const current = links[targets.findLastIndex((target) => top(target) < innerHeight / 4)];
    if (current?.ariaCurrent === "location") return;
    for (const link of links) link.ariaCurrent = link === current ? "location" : null;
    if (current !== undefined) show(current);
  };
  const page = document.querySelector<HTMLElement>(".side [aria-current='page']");
  if (page !== null) show(page);
  for (const event of ["scroll", "hashchange"]) addEventListener(event, mark, { passive: true });
  mark();
}

/** Scrolls the navigation, and not the page, so that an entry is away from its edges. */
function show(entry: HTMLElement): void {
  const navigation = entry.closest("nav");
  if (navigation === null) return;
  const { top, bottom } = navigation.getBoundingClientRect();
  const at = entry.getBoundingClientRect();
  if (at.top < top + 40 || at.bottom > bottom - 40) navigation.scrollTop += at.top - (top + bottom) / 2;
}
