/** Opens the parts that hold what the address names; style sheets show it too, without a script. */
export function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === "" ? null : document.getElementById(id);
  target?.querySelector<HTMLDetailsElement>(":scope > details")?.setAttribute("open", "");
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details")) {
    part.open = true;
  }
}
