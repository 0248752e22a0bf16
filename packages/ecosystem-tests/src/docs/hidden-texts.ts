import type { Page } from "playwright-core";

/** The texts of a page's content that do not show as it is; forms, which need a screen, and the links beside headings aside. */
export function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const aside =
      "[data-try], .anchor, .tabs legend, .tabs label, .neighbours, script, style, svg title, svg desc";
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const hidden: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (parent === null || text === "" || parent.closest(aside) !== null) continue;
      const isShown = parent.checkVisibility({
        contentVisibilityAuto: true,
        visibilityProperty: true,
        opacityProperty: true,
      });
      if (!isShown || parent.getBoundingClientRect().width === 0) hidden.push(text);
    }
    return hidden;
  });
}
