/** Opens the parts that contain the target of the address; without a script, style sheets show it. */
export function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === "" ? null : document.getElementById(id);
  target?.querySelector<HTMLDetailsElement>(":scope > details")?.setAttribute("open", "");
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details")) {
    part.open = true;
  }
}
