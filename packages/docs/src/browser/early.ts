/** Runs before the page is drawn: applies the reader's choices, and marks that scripts run. */
import { readKept } from "./kept.ts";
import { chooseLanguage, languageKey } from "./language.ts";
import { openMenus } from "./menu.ts";

const root = document.documentElement;
root.classList.add("js");
const theme = readKept("theme");
if (theme !== undefined) root.dataset.theme = theme;

const language = readKept(languageKey);
// While the page loads, so that nothing moves after it is drawn.
const observer = new MutationObserver(() => {
  openMenus();
  if (language !== undefined) chooseLanguage(language);
});
observer.observe(root, { childList: true, subtree: true });
addEventListener("DOMContentLoaded", () => observer.disconnect());
