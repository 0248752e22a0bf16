import { codeElement } from "./copy.ts";
import { element } from "./element.ts";
import type { Explanation, Fact } from "./pasted/explain.ts";

const key = "explanation";

/** Takes an explanation along to its page; it stays in this tab. */
export function keepExplanation(explanation: Explanation): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(explanation));
  } catch {
    // Without storage, the page opens without the reader's own values.
  }
}

/** Shows the explanation that was taken along to this page, below its title, once. */
export function showExplanation(): void {
  const { root = "./" } = document.documentElement.dataset;
  let kept: string | null = null;
  try {
    kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
  if (kept === null) return;
  const { title, facts, command } = JSON.parse(kept) as Explanation;
  const repeat = [...document.querySelectorAll("main p")].find((part) =>
    part.textContent.startsWith("May I repeat"),
  );
  const line = ({ label, text, url }: Fact) =>
    element(
      "p",
      {},
      url === undefined ? element("strong", {}, label) : element("a", { href: root + url }, label),
      ` ${text}`,
    );
  const box = element(
    "section",
    { className: "explanation", ariaLabel: `What you pasted: ${title}` },
    element(
      "p",
      { className: "caption" },
      "What you pasted. It stays in this tab, and is gone when you leave the page.",
    ),
    ...facts.map(line),
    ...(repeat === undefined ? [] : [repeat.cloneNode(true)]),
    ...(command === undefined
      ? []
      : [element("p", {}, command.title), codeElement(command.text, command.title)]),
  );
  document.querySelector("main h1")?.after(box);
}
