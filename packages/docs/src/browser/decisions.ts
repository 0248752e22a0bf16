import { keep, readKept } from "./kept.ts";

const key = "decisions";
const isKept = readKept(key) === "marked";
const selector = "[data-decisions]";

/** Marks the decisions if the reader chose so on an earlier page; while the page loads, so that nothing moves later. */
export function markDecisions(): void {
  const box = isKept && document.querySelector<HTMLInputElement>(`${selector}:not(:checked)`);
  if (box) box.checked = true;
}

/** Keeps what the reader chooses. */
export function connectDecisions(): void {
  const box = document.querySelector<HTMLInputElement>(selector);
  box?.addEventListener("change", () => keep(key, box.checked ? "marked" : undefined));
}
